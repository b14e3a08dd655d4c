package dev.limiter.spring.feign;

import dev.limiter.spring.call.BlockingCall;
import dev.limiter.spring.call.Traffic;
import feign.Feign;
import feign.FeignException;
import feign.InvocationHandlerFactory.MethodHandler;
import feign.Response;
import feign.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A method of a Feign client, repeated from its arguments on: all interceptors run again. */
record RepeatingMethod(MethodHandler handler, Target<?> target, Method method, Supplier<Traffic> traffic)
        implements MethodHandler {

    @Override
    public @Nullable Object invoke(Object[] arguments) throws Throwable {
        Traffic shared = this.traffic.get();
        FeignCall call = new FeignCall(shared, this.target);
        return BlockingCall.run(shared, call::call, new Sendings(call, arguments))
                .value();
    }

    /** What a method has returned, which may be nothing. */
    private record Returned(@Nullable Object value) {}

    private final class Sendings implements BlockingCall.Client<Returned, Exception> {

        private final FeignCall call;

        private final Object[] arguments;

        Sendings(FeignCall call, Object[] arguments) {
            this.call = call;
            this.arguments = arguments;
        }

        @Override
        public Returned send() throws Exception {
            try (FeignCall.Scope scope = this.call.bindToThread()) {
                return new Returned(handler().invoke(this.arguments));
            } catch (Exception | Error ex) {
                throw ex;
            } catch (Throwable ex) {
                throw new UndeclaredThrowableException(ex);
            }
        }

        /** Where an interceptor has made a value of an error, it has answered in the place of the server. */
        @Override
        public int status(Returned returned) {
            int last = this.call.status();
            boolean isDecoded = last >= 200 && last < 300;
            return (returned.value() instanceof Response response) ? response.status() : isDecoded ? last : -1;
        }

        @Override
        public void release(Returned returned) {
            if (returned.value() instanceof Response response && response.body() != null) {
                try (response;
                        InputStream body = response.body().asInputStream()) {
                    body.transferTo(OutputStream.nullOutputStream());
                } catch (IOException ex) {
                    // There is nothing more to come.
                }
            }
        }

        @Override
        public Exception exceptionOf(Returned returned) {
            if (returned.value() instanceof Response response) {
                try (response) {
                    return FeignException.errorStatus(Feign.configKey(target().type(), method()), response);
                }
            }
            return new IllegalStateException("the server answered %d, which the contour's classifier calls a refusal"
                    .formatted(this.call.status()));
        }
    }
}
