package dev.limiter.spring.webclient;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.contour.Contour;
import dev.limiter.http.AttemptOutcome;
import dev.limiter.http.Verdict;
import dev.limiter.spring.method.CallMark;
import dev.limiter.spring.method.ContourResolver;
import dev.limiter.spring.method.ContourResolver.Circuit;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * One exchange at the connector: waits for its permit, is written, and tells the permit what the server said. The permit
 * is closed when the answer's body has been read, cancelled or failed.
 */
final class Attempt {

    private final ClientRequest request;

    private final @Nullable Call call;

    private final @Nullable CallMark mark;

    private final Traffic traffic;

    private final HostTurn turn = new HostTurn();

    private final HeldPermit permit = new HeldPermit();

    private volatile @Nullable Circuit circuit;

    private volatile @Nullable Ending ending;

    private volatile boolean exchanged;

    private volatile Disposable readAhead = Disposables.disposed();

    /**
     * How it ended, as far as a repeat depends on it.
     *
     * @param status what the server answered; 0 where it did not
     */
    record Ending(Circuit circuit, AttemptOutcome outcome, int status) {

        boolean isSuccess() {
            return this.status > 0
                    && this.status < 400
                    && this.outcome instanceof AttemptOutcome.Answered answered
                    && answered.verdict() instanceof Verdict.Passed;
        }
    }

    Attempt(ClientRequest request, @Nullable Call call, @Nullable CallMark mark, Traffic traffic) {
        this.request = request;
        this.call = call;
        this.mark = mark;
        this.traffic = traffic;
    }

    /** Sends the request when its turn has come. Nothing happens before subscription. */
    Mono<ClientResponse> exchange(ExchangeFunction connector) {
        return Mono.defer(this::firstPermit)
                .then(Mono.defer(() -> connector.exchange(new AttemptRequest(this.request, this))))
                .flatMap(this::answered)
                .switchIfEmpty(Mono.fromRunnable(this::end))
                .onErrorMap(this::failed)
                .doOnCancel(this::cancelled);
    }

    private Mono<Void> firstPermit() {
        URI url = this.request.url();
        Circuit charged = charge(url);
        if (charged == null) {
            this.permit.acquireNothing();
            return Mono.empty();
        }
        Permit prepaid = (charged.mark() != null) ? charged.mark().takePrepaid() : null;
        if (prepaid != null) {
            this.permit.granted(prepaid);
            return Mono.empty();
        }
        return this.turn
                .enter(this.traffic.hostWarmUp(), url, charged)
                .flatMap(left ->
                        this.permit.acquire(this.traffic.limiter(charged).acquireAsync(left)));
    }

    private @Nullable Circuit charge(URI url) {
        Circuit charged = this.traffic
                .contours()
                .resolve(text(LimiterAttributes.CONTOUR), text(LimiterAttributes.KEY), this.mark, url);
        this.circuit = charged;
        if (charged == null) {
            return null;
        }
        if (charged.mark() != null) {
            charged.mark().attemptSeen();
        }
        if (this.call != null && this.call.last() != this) {
            this.call.begins(this, this.traffic.rules(charged.contour()));
        }
        return charged;
    }

    private @Nullable String text(String attribute) {
        Object value = this.request.attributes().get(attribute);
        return (value != null) ? value.toString() : null;
    }

    /**
     * Writes the request to a connection: at once where the permit is there for it. Where the HTTP library sends it once
     * more, after a redirect or on another connection, that takes another permit; and where the connection came so late
     * that the permit is out of date, it is exchanged for a new one. The connection is held meanwhile.
     */
    Mono<Void> write(ClientHttpRequest message, Supplier<Mono<Void>> writing) {
        Circuit charged = this.circuit;
        boolean once = !this.permit.everSent();
        boolean fresh = charged == null || !isOutOfDate(charged.contour());
        return switch (this.permit.send(fresh)) {
            case SEND -> writing.get();
            case ACQUIRE ->
                Mono.defer(() -> furtherPermit(once ? this.request.url() : WrittenRequest.url(message, this.request)))
                        .then(Mono.defer(() -> write(message, writing)));
            case ENDED -> Mono.error(HeldPermit.tooLate());
        };
    }

    /**
     * Too late twice is the machine's own slowness, which no permit can mend; and where a cap bounds what is in flight, it
     * bounds what can come late together. Then only a pause counts.
     */
    private boolean isOutOfDate(Contour contour) {
        long grantedAt = this.permit.grantedAt();
        boolean capped = contour.concurrency() != Contour.UNLIMITED_CONCURRENCY;
        if (!capped && !this.exchanged && this.traffic.isLate(contour, grantedAt)) {
            this.exchanged = true;
            return true;
        }
        return this.permit.isVoid();
    }

    /** Before all others: its turn had come, and it holds a connection that they may be waiting for. */
    private Mono<Void> furtherPermit(URI url) {
        Circuit charged = charge(url);
        if (charged == null) {
            this.permit.acquireNothing();
            return Mono.empty();
        }
        PermitRequest request = charged.request().withPriority(Priority.URGENT);
        return this.permit.acquire(this.traffic.limiter(charged).acquireAsync(request));
    }

    private Mono<ClientResponse> answered(ClientResponse response) {
        this.turn.answered();
        this.permit.answered();
        Circuit charged = this.circuit;
        if (charged == null) {
            return Mono.just(response);
        }
        return Classified.of(response, this.traffic.classifier(charged.contour()))
                .map(classified -> {
                    tell(classified, charged);
                    return classified
                            .response()
                            .mutate()
                            .body(body -> body.doOnTerminate(this::end).doOnCancel(this::end))
                            .build();
                });
    }

    private void tell(Classified classified, Circuit charged) {
        this.readAhead = classified.readAhead();
        int status = classified.answer().status();
        Verdict verdict = classified.verdict();
        this.ending = new Ending(charged, AttemptOutcome.answered(classified.answer(), verdict), status);
        if (verdict instanceof Verdict.Throttled throttled) {
            this.permit.refused(throttled.toRefusal("%d at %s".formatted(status, place())));
        } else if (verdict instanceof Verdict.Passed && status < 500) {
            this.permit.succeeded();
        }
    }

    /** For people; without path and query, which may hold secrets. */
    private String place() {
        return (this.mark != null) ? this.mark.method() : ContourResolver.hostAndPort(this.request.url());
    }

    private Throwable failed(Throwable error) {
        end();
        RateLimitException refusal = Failures.refusalIn(error);
        if (refusal != null) {
            return refusal;
        }
        ended(Failures.outcomeOf(error, this.permit.everSent()));
        return error;
    }

    private void cancelled() {
        end();
        this.readAhead.dispose();
        ended(this.permit.everSent() ? AttemptOutcome.unknown() : null);
    }

    private void ended(@Nullable AttemptOutcome outcome) {
        Circuit charged = this.circuit;
        if (charged != null && outcome != null && this.ending == null) {
            this.ending = new Ending(charged, outcome, 0);
        }
    }

    private void end() {
        this.permit.end();
        this.turn.end();
    }

    /** {@code null} where nothing can be said that speaks for a repeat. */
    @Nullable
    Ending ending() {
        return this.ending;
    }
}
