package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class TlsTests {

    private static final String PASSWORD = "changeit";

    private final Bucket bucket = Taken.bucket("tls", "10/s", 10);

    @TempDir
    private Path directory;

    /** A key and a certificate for this machine, which nobody has signed but they themselves. */
    private Path certificate() throws Exception {
        Path store = this.directory.resolve("key.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "redis",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1")
                .redirectErrorStream(true)
                .start();
        assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(store)) {
            keys.load(content, PASSWORD.toCharArray());
        }
        write(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
        return write(
                "certificate.pem", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
    }

    private Path write(String name, String what, byte[] content) throws Exception {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                this.directory.resolve(name), "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, text, what));
    }

    private static LettuceConnectionFactory settings(int port, Path trusted) {
        return new LettuceConnectionFactory(
                new RedisStandaloneConfiguration("127.0.0.1", port),
                LettuceClientConfiguration.builder()
                        .clientOptions(ClientOptions.builder()
                                .sslOptions(SslOptions.builder()
                                        .trustManager(trusted.toFile())
                                        .build())
                                .build())
                        .useSsl()
                        .build());
    }

    @Test
    void the_connection_is_as_secret_as_the_applications_and_trusts_whom_it_trusts() throws Exception {
        Path certificate = certificate();
        int port = RedisServer.freePort();
        try (RedisServer server = RedisServer.start(
                        Version.V7_0,
                        "--tls-port",
                        "" + port,
                        "--tls-cert-file",
                        certificate.toString(),
                        "--tls-key-file",
                        this.directory.resolve("key.pem").toString(),
                        "--tls-auth-clients",
                        "no");
                RedisBucketStore store = new RedisBucketStore(settings(port, certificate), Duration.ofSeconds(5));
                RedisBucketStore inTheOpen = new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", port))) {
            Await.until("a connection", store::isConnected);
            Taken.slot(store, this.bucket);
            assertThat(server.ask("EXISTS", RedisNames.bucket(this.bucket))).isEqualTo("1");
            assertThat(Taken.fails(inTheOpen.book(this.bucket, Ask.one(1, Long.MAX_VALUE))))
                    .isTrue();
        }
    }
}
