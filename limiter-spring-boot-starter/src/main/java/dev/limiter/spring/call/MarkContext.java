package dev.limiter.spring.call;

import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** The mark in a Reactor context. Apart, so that applications without Reactor can load the mark. */
final class MarkContext {

    private MarkContext() {}

    static @Nullable CallMark read(ContextView context) {
        return context.getOrDefault(CallMark.class, null);
    }

    static Context write(Context context, CallMark mark) {
        return context.put(CallMark.class, mark);
    }
}
