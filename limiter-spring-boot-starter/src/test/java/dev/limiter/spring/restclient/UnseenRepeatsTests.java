package dev.limiter.spring.restclient;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.util.StringUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

@ExtendWith(OutputCaptureExtension.class)
class UnseenRepeatsTests {

    private final RestClientLimits limits = new RestClientLimits(() -> {
        throw new IllegalStateException("nothing is sent");
    });

    private void limit(ClientHttpRequestFactory factory) {
        assertThat(this.limits.limit(
                        RestClient.builder().requestFactory(factory).build()))
                .isNotNull();
        assertThat(this.limits.limit(new RestTemplate(factory))).isNotNull();
    }

    @Test
    void a_library_that_repeats_by_itself_is_named_once(CapturedOutput output) {
        limit(new JdkClientHttpRequestFactory());
        limit(new JdkClientHttpRequestFactory());
        limit(new SimpleClientHttpRequestFactory());

        assertThat(StringUtils.countOccurrencesOf(output.toString(), "The JDK's HttpClient sends"))
                .isEqualTo(1);
        assertThat(StringUtils.countOccurrencesOf(output.toString(), "HttpURLConnection sends"))
                .isEqualTo(1);
        assertThat(output).contains("-Djdk.httpclient.redirects.retrylimit=1");
    }

    @Test
    void one_whose_repeats_are_stopped_is_not_named(CapturedOutput output) {
        System.setProperty(UnseenRepeats.JDK_LIMIT, "1");
        try {
            limit(new JdkClientHttpRequestFactory());
        } finally {
            System.clearProperty(UnseenRepeats.JDK_LIMIT);
        }
        limit(new HttpComponentsClientHttpRequestFactory());

        assertThat(output).doesNotContain("once more");
    }
}
