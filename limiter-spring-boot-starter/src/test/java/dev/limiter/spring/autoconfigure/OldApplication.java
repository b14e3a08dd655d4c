package dev.limiter.spring.autoconfigure;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;

/** Does what an application does in both lines of Spring Boot. */
final class OldApplication {

    static final String STARTED = "The old application has started";

    private OldApplication() {}

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(OldApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(arguments);
        System.out.println(STARTED);
    }
}
