package dev.limiter.spring.method;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.operation.Claim;
import dev.limiter.operation.Claims;
import dev.limiter.operation.InMemoryOperationStore;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A claim of operation {@code one} that the store grants in the moment in which the caller gives up. */
final class LateClaim extends CompletableFuture<Claim> {

    final Claims claims = new Claims(
            new InMemoryOperationStore(),
            List.of(Contour.named("api").limit(Rate.parse("8/s")).build()),
            Runnable::run);

    @Override
    public boolean cancel(boolean mayInterrupt) {
        complete(this.claims.claim("api", "one").join());
        return false;
    }
}
