package dev.limiter.spring.webclient;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.contour.Contour;
import dev.limiter.gate.HostWarmUp.Turn;
import dev.limiter.http.AttemptOutcome;
import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.CallAttempt;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.CallerObservation;
import dev.limiter.spring.call.ContourResolver.Circuit;
import dev.limiter.spring.call.Failures;
import dev.limiter.spring.call.HostTurn;
import dev.limiter.spring.call.Traffic;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * One exchange at the connector: waits for its permit, is written, and tells the permit what the server said. The permit
 * is closed when the answer's body has been read, cancelled or failed.
 */
final class Attempt {

    private final ClientRequest request;

    private final CallAttempt attempt;

    private final Traffic traffic;

    private final HostTurn turn = new HostTurn();

    private final HeldPermit permit = new HeldPermit();

    private volatile boolean exchanged;

    private volatile boolean connected;

    /** The caller's observation. */
    private volatile @Nullable Object parent;

    private volatile Disposable readAhead = Disposables.disposed();

    Attempt(ClientRequest request, @Nullable Call call, @Nullable CallMark mark, Traffic traffic) {
        this.request = request;
        this.attempt = new CallAttempt(traffic, call, mark, new WebClientRequest(request));
        this.traffic = traffic;
    }

    /** Sends the request when its turn has come. Nothing happens before subscription. */
    Mono<ClientResponse> exchange(ExchangeFunction connector) {
        return Mono.deferContextual(context -> inTurn(context, connector))
                .flatMap(this::answered)
                .doOnSuccess(this::endWithoutAnswer)
                .onErrorMap(this::failed)
                .doOnCancel(this::cancelled);
    }

    private Mono<ClientResponse> inTurn(ContextView context, ExchangeFunction connector) {
        Mono<Void> wait = firstPermit(context);
        // Most calls do not wait, and need none of the steps of waiting.
        return this.permit.isThere() ? send(connector) : wait.then(Mono.defer(() -> send(connector)));
    }

    private Mono<ClientResponse> send(ExchangeFunction connector) {
        this.attempt.leaves();
        return connector.exchange(new AttemptRequest(this.request, this));
    }

    private Mono<Void> firstPermit(ContextView context) {
        this.parent = CallerObservation.in(context);
        URI url = this.request.url();
        Circuit charged = this.attempt.charge(url);
        if (charged == null) {
            this.permit.acquireNothing();
            return Mono.empty();
        }
        Permit prepaid = this.attempt.takePrepaid();
        if (prepaid != null) {
            this.permit.granted(prepaid);
            return Mono.empty();
        }
        CompletableFuture<Turn> entered = this.turn.enter(this.traffic.hostWarmUp(), url);
        return HostTurns.isThere(entered, charged)
                ? acquire(charged, charged.request())
                : HostTurns.pass(this.turn, entered, charged).flatMap(left -> acquire(charged, left));
    }

    private Mono<Void> acquire(Circuit charged, PermitRequest request) {
        return this.permit.acquire(this.traffic.limiter(charged, this.parent).acquireAsync(request));
    }

    /**
     * Writes the request to a connection: at once where the permit is there for it. Where the HTTP library sends it once
     * more, after a redirect or on another connection, that takes another permit; and where the connection came so late
     * that the permit is out of date, it is exchanged for a new one. The connection is held meanwhile.
     */
    Mono<Void> write(ClientHttpRequest message, Supplier<Mono<Void>> writing) {
        Circuit charged = this.attempt.circuit();
        boolean once = !this.permit.everSent();
        boolean fresh = charged == null || !isOutOfDate(charged.contour());
        return switch (this.permit.send(fresh)) {
            case SEND -> {
                this.connected = WrittenRequest.hasConnection(message);
                if (!once) {
                    this.attempt.leaves();
                }
                if (!once || WrittenRequest.mayBeSentAgainUnseen(message)) {
                    this.attempt.sentAgain();
                }
                yield Mono.defer(() -> {
                    this.attempt.mayBeSent();
                    return writing.get();
                });
            }
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
        Circuit charged = this.attempt.charge(url);
        if (charged == null) {
            this.permit.acquireNothing();
            return Mono.empty();
        }
        return acquire(charged, charged.request().withPriority(Priority.URGENT));
    }

    private Mono<ClientResponse> answered(ClientResponse response) {
        this.turn.answered();
        this.permit.answered();
        Circuit charged = this.attempt.circuit();
        if (charged == null) {
            return Mono.just(response);
        }
        return Classified.of(response, this.traffic.classifier(charged.contour()), this::told);
    }

    private ClientResponse told(Classified classified) {
        this.readAhead = classified.readAhead();
        this.attempt.answered(classified.answer(), classified.verdict(), this.permit::refused, this.permit::succeeded);
        return new LimitedResponse(classified.response(), this::end);
    }

    private Throwable failed(Throwable error) {
        end();
        RateLimitException denial = Failures.denialIn(error);
        if (denial != null) {
            if (!this.permit.everSent()) {
                this.attempt.notSent();
            }
            return denial;
        }
        if (error instanceof WebClientRequestException) {
            if (this.connected) {
                // A connection that is not made now is that of a redirect.
                this.attempt.sentAgain();
            }
            this.attempt.failed(Failures.outcomeOf(error.getCause(), this.permit.everSent()));
        }
        return error;
    }

    private void cancelled() {
        end();
        this.readAhead.dispose();
        if (this.permit.everSent()) {
            this.attempt.failed(AttemptOutcome.unknown());
        } else {
            this.attempt.notSent();
        }
    }

    private void endWithoutAnswer(@Nullable ClientResponse response) {
        if (response == null) {
            end();
        }
    }

    private void end() {
        this.permit.end();
        this.turn.end();
    }
}
