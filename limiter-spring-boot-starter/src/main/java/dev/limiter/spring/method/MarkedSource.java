package dev.limiter.spring.method;

import dev.limiter.spring.call.CallMark;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import reactor.core.CorePublisher;

/** What a marked method returned, to be subscribed to under one mark. */
final class MarkedSource {

    private MarkedSource() {}

    /**
     * The publisher behind a reactive value. Reactor's own read the mark from their context, which other libraries do
     * not pass on: what Reactor has inside of these finds it on the thread that subscribes.
     */
    static Publisher<Object> of(Object reactive, ReactiveAdapter adapter, CallMark mark) {
        Publisher<Object> publisher = adapter.toPublisher(reactive);
        if (reactive instanceof CorePublisher) {
            return publisher;
        }
        return subscriber -> {
            try (CallMark.Scope scope = mark.bindToThread()) {
                publisher.subscribe(subscriber);
            }
        };
    }
}
