package dev.limiter.sample.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;

class CredentialTests {

    @Test
    void a_token_is_a_bearer_and_a_name_with_a_password_is_basic() {
        assertThat(Credential.of(" s3cret\n").header()).isEqualTo("Bearer s3cret");
        assertThat(Credential.of("DEMO.REPO:pass").header()).isEqualTo("Basic REVNTy5SRVBPOnBhc3M=");
        assertThat(Credential.none().header()).isEmpty();
    }

    @Test
    void it_shows_in_no_text_that_holds_it() {
        Destination destination = new Destination(URI.create("https://example.org"), Credential.of("s3cret"));
        assertThat(Terms.of(destination, "real-api").toString()).doesNotContain("s3cret");
    }

    @Test
    void what_a_header_cannot_hold_is_refused_without_being_repeated() {
        assertThatThrownBy(() -> Credential.of("s3cret\r\nX-Evil: 1"))
                .isInstanceOf(IllegalArgumentException.class)
                .message()
                .doesNotContain("s3cret", "Evil");
        assertThatThrownBy(() -> Credential.of(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
