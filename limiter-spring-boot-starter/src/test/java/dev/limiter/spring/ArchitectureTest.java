package dev.limiter.spring;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Packages point one way: call ← method and clients ← auto-configuration. */
@AnalyzeClasses(packages = "dev.limiter.spring", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule a_call_knows_neither_clients_nor_methods = noClasses()
            .that()
            .resideInAPackage("dev.limiter.spring.call..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("dev.limiter.spring..").and(not(resideInAPackage("dev.limiter.spring.call.."))))
            .because("everything else in the starter stands on it");

    @ArchTest
    static final ArchRule marks_know_no_client = noClasses()
            .that()
            .resideInAPackage("dev.limiter.spring.method..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.limiter.spring.webclient..",
                    "dev.limiter.spring.restclient..",
                    "dev.limiter.spring.feign..",
                    "dev.limiter.spring.autoconfigure..")
            .because("a mark is in the call, and a method may have any client, or none");

    @ArchTest
    static final ArchRule clients_do_not_know_each_other = slices().matching(
                    "dev.limiter.spring.(webclient|restclient|feign)..")
            .should()
            .notDependOnEachOther()
            .because("each is optional, and an application may have one of them alone");

    @ArchTest
    static final ArchRule clients_know_no_configuration = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.limiter.spring.webclient..", "dev.limiter.spring.restclient..", "dev.limiter.spring.feign..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.limiter.spring.autoconfigure..")
            .because("what is configured is handed in");

    @ArchTest
    static final ArchRule one_class_may_know_the_shared_store = noClasses()
            .that()
            .resideOutsideOfPackage("dev.limiter.spring.autoconfigure..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.limiter.redis..", "io.lettuce..", "org.springframework.data.redis..")
            .because("which store it is, is the auto-configuration's business alone");

    @ArchTest
    static final ArchRule nothing_uses_what_is_for_tests = noClasses()
            .that()
            .resideOutsideOfPackage("dev.limiter.spring.test..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.limiter.spring.test..", "dev.limiter.test..")
            .because("an application has it on its class path, and must never run it");

    @ArchTest
    static final ArchRule what_is_for_tests_knows_no_test_framework_and_no_client = noClasses()
            .that()
            .resideInAPackage("dev.limiter.spring.test..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "java..",
                    "com.sun.net.httpserver..",
                    "org.jspecify..",
                    "org.springframework.context.annotation..",
                    "dev.limiter..")
            .because("applications have different ones");
}
