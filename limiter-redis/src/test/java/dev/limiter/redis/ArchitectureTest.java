package dev.limiter.redis;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The store knows how it is counted, and not who waits for it. */
@AnalyzeClasses(packages = "dev.limiter.redis", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule redis_uses_bucket_contour_and_root_alone = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.limiter.gate..", "dev.limiter.http..", "dev.limiter.spring..")
            .because(
                    "a store keeps what is counted; who waits for it, and for which protocol, is none of its business");

    @ArchTest
    static final ArchRule redis_needs_no_spring_boot = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.boot..", "org.springframework.context..", "redis.clients..")
            .because("it is made from connection settings, whoever has them");

    @ArchTest
    static final ArchRule only_one_class_knows_spring_datas_settings = noClasses()
            .that()
            .doNotHaveSimpleName("OwnClient")
            .and()
            .doNotHaveSimpleName("RedisBucketStore")
            .and()
            .doNotHaveSimpleName("StoreHints")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..")
            .because("the rest speaks to our own connection");
}
