package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.spring.call.CallMark;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Runs calls of marked methods. */
final class CallRunner {

    private final MarkedCall markedCall;

    private final PermittedCall permittedCall;

    private final OperationCall operationCall;

    CallRunner(MarkedCall markedCall, PermittedCall permittedCall, OperationCall operationCall) {
        this.markedCall = markedCall;
        this.permittedCall = permittedCall;
        this.operationCall = operationCall;
    }

    @Nullable
    Object run(MethodInvocation invocation, MethodMark method) throws Throwable {
        @Nullable Object[] arguments = invocation.getArguments();
        CallMark mark = method.call(arguments);
        String operation = method.operation(arguments);
        if (operation == null) {
            return run(invocation, mark, method);
        }
        return this.operationCall.run(
                invocation, mark, operation, method.returnType(), (later, recorded) -> run(later, recorded, method));
    }

    private @Nullable Object run(MethodInvocation invocation, CallMark mark, MethodMark method) throws Throwable {
        return (method.permit() == PermitPer.METHOD)
                ? this.permittedCall.run(invocation, mark, method.returnType())
                : this.markedCall.run(invocation, mark);
    }
}
