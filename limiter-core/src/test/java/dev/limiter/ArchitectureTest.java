package dev.limiter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages point one way: root ← contour ← bucket ← gate, with http and operation beside bucket, and test above all. */
@AnalyzeClasses(packages = "dev.limiter", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String CONTOUR = "dev.limiter.contour..";
    private static final String BUCKET = "dev.limiter.bucket..";
    private static final String GATE = "dev.limiter.gate..";
    private static final String HTTP = "dev.limiter.http..";
    private static final String OPERATION = "dev.limiter.operation..";
    private static final String TEST = "dev.limiter.test..";

    @ArchTest
    static final ArchRule root_uses_nothing_of_ours = noClasses()
            .that()
            .resideInAPackage("dev.limiter")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.limiter.*..")
            .because("what people type must be readable, and stay the same, without what is behind it")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule contour_uses_root_alone = noClasses()
            .that()
            .resideInAPackage(CONTOUR)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BUCKET, GATE, HTTP, OPERATION)
            .because("a contour says what is shared, and not how it is counted, waited for or sent")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule bucket_uses_root_and_contour_alone = noClasses()
            .that()
            .resideInAPackage(BUCKET)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(GATE, HTTP, OPERATION)
            .because("a bucket counts; who waits for it, and for which protocol, is none of its business")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule http_uses_root_and_contour_alone = noClasses()
            .that()
            .resideInAPackage(HTTP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BUCKET, GATE, OPERATION)
            .because("what a server said can be read without a bucket or a queue")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule operation_uses_root_and_contour_alone = noClasses()
            .that()
            .resideInAPackage(OPERATION)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(BUCKET, GATE, HTTP)
            .because("whether something may be sent at all is not a matter of when, nor of what an answer means")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule nothing_uses_what_is_for_tests = noClasses()
            .that()
            .resideOutsideOfPackage(TEST)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(TEST)
            .because("an application has it on its class path, and must never run it");

    @ArchTest
    static final ArchRule what_is_for_tests_knows_no_test_framework = noClasses()
            .that()
            .resideInAPackage(TEST)
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("java..", "dev.limiter..", "org.jspecify..")
            .because("it serves every test framework, so it may depend on none");

    @ArchTest
    static final ArchRule core_knows_no_framework = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "io.lettuce..", "redis.clients..", "reactor..")
            .because("the core serves every framework, so it may depend on none")
            .allowEmptyShould(true);
}
