package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.spring.call.CallMark;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs calls of marked methods. */
final class CallRunner {

    private final MarkedCall markedCall;

    private final PermittedCall permittedCall;

    CallRunner(MarkedCall markedCall, PermittedCall permittedCall) {
        this.markedCall = markedCall;
        this.permittedCall = permittedCall;
    }

    @Nullable
    Object run(MethodInvocation invocation, MethodMark method) throws Throwable {
        CallMark mark = method.call(invocation.getArguments());
        return (method.permit() == PermitPer.METHOD)
                ? this.permittedCall.run(invocation, mark, method.returnType())
                : this.markedCall.run(invocation, mark);
    }
}
