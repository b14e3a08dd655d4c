package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.test.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretKeysTests {

    private static final String SECRET = "sixteen letters.";

    private static Contour named(String name, boolean secretKeys) {
        return Contour.named(name)
                .limit(Rate.parse("1/m"), 1)
                .secretKeys(secretKeys)
                .build();
    }

    private static GateRegistry registry(RecordingStore store, VirtualClock time, String secret) {
        return time.registry(store)
                .contours(List.of(named("shop", true), named("other", true), named("plain", false)))
                .keySecret(secret)
                .build();
    }

    @Test
    void p110_a_credential_is_hashed_before_it_reaches_the_store_and_is_still_one_bucket_for_all() {
        VirtualClock time = new VirtualClock();
        try (RecordingStore store = new RecordingStore(time);
                GateRegistry one = registry(store, time, SECRET);
                GateRegistry other = registry(store, time, SECRET)) {
            assertThat(one.limiter("shop", "token").tryAcquire(1)).isPresent();
            assertThat(other.limiter("shop", "token").tryAcquire(1)).isEmpty();
            assertThat(other.limiter("shop", "another").tryAcquire(1)).isPresent();
            assertThat(one.limiter("other", "token").tryAcquire(1)).isPresent();
            assertThat(one.limiter("plain", "token").tryAcquire(1)).isPresent();
            assertThat(one.limiter("shop").tryAcquire(1)).isPresent();

            List<String> keys = store.keys();
            assertThat(keys).contains("", "token").hasSize(5);
            assertThat(keys)
                    .filteredOn(key -> !List.of("", "token").contains(key))
                    .hasSize(3)
                    .allMatch(key -> key.matches("[A-Za-z0-9_-]{24}"));
        }
    }

    @Test
    void p110_with_another_secret_a_credential_has_another_key() {
        VirtualClock time = new VirtualClock();
        try (RecordingStore store = new RecordingStore(time);
                GateRegistry one = registry(store, time, SECRET);
                GateRegistry other = registry(store, time, SECRET + "!")) {
            assertThat(one.limiter("shop", "token").tryAcquire(1)).isPresent();
            assertThat(other.limiter("shop", "token").tryAcquire(1)).isPresent();
            assertThat(store.keys()).hasSize(2).doesNotContain("token");
        }
    }

    /** What replicas of two releases must agree on. Counted with another tool. */
    @Test
    void the_hash_is_hmac_sha256_of_name_nul_and_key() {
        assertThat(new KeyHash("0123456789abcdef").of("shop", "shpat_42")).isEqualTo("cJu7amHtDtUBisNSmZPvaEul");
        assertThat(new KeyHash("0123456789abcdef").of("shop", "")).isEmpty();
    }

    @Test
    void a_contour_whose_keys_are_credentials_needs_a_secret() {
        GateRegistryBuilder builder =
                GateRegistry.builder(new InMemoryBucketStore()).contours(List.of(named("shop", true)));
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining("contour 'shop' has secret-keys");
    }

    @Test
    void a_short_secret_is_refused_and_not_shown() {
        GateRegistryBuilder builder = GateRegistry.builder(new InMemoryBucketStore());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.keySecret("fifteen letters"))
                .withMessage("the key secret must have at least 16 characters, but has 15");
    }

    @Test
    void keys_that_are_no_secrets_need_none() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            assertThat(gate.limiter("one").tryAcquire(1)).isPresent();
        }
    }
}
