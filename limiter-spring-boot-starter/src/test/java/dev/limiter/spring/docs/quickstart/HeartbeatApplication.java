package dev.limiter.spring.docs.quickstart;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** What Spring Initializr makes. */
@SpringBootApplication
public class HeartbeatApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(HeartbeatApplication.class, arguments);
    }
}
