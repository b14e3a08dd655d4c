package dev.limiter.spring.method

import dev.limiter.PermitPer
import dev.limiter.RateLimited
import dev.limiter.spring.ForkedJvm
import java.io.File
import java.nio.file.Path
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.MutableSharedFlow
import kotlinx.coroutines.flow.SharedFlow
import kotlinx.coroutines.launch
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatIllegalArgumentException
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import org.springframework.beans.factory.support.DefaultListableBeanFactory
import reactor.core.publisher.Flux

internal class KotlinMarkTests {

    open class Client {

        @RateLimited(contour = "datacite", key = "#tenant", permits = "#p1")
        open suspend fun plain(tenant: String, cost: Int = 1) {
            delay(cost.toLong())
            delay(1)
        }

        open suspend fun callsPlain() {
            plain("x", 1)
            delay(1)
        }

        @RateLimited(contour = "datacite")
        open suspend fun withDefaults(cost: Int = 1) = delay(cost.toLong())

        open suspend fun callsWithDefaults() = withDefaults()

        @RateLimited(contour = "datacite")
        open suspend fun inCoroutine() = delay(1)

        open suspend fun callsInCoroutine() = coroutineScope { launch { launch { inCoroutine() } } }

        @RateLimited(contour = "datacite")
        open fun inLambda() {}

        open fun callsInLambda(): () -> Unit = { inLambda() }

        @RateLimited(contour = "datacite")
        open suspend fun neverCalled(cost: Int = 1): String {
            delay(cost.toLong())
            coroutineScope { launch { delay(1) } }
            return "done"
        }
    }

    @Test
    fun p84_calls_inside_of_a_kotlin_class_are_found_and_what_its_compiler_made_is_not_taken_for_them() {
        assertThat(SelfCalls.`in`(Client::class.java, MarkSearch.all(Client::class.java).keys))
            .containsExactlyInAnyOrderEntriesOf(
                mapOf(
                    "plain" to "callsPlain",
                    "withDefaults" to "callsWithDefaults",
                    "inCoroutine" to "callsInCoroutine",
                    "inLambda" to "callsInLambda",
                ),
            )
    }

    @Test
    fun p88_an_expression_sees_the_parameters_that_the_author_wrote() {
        val method = Client::class.java.methods.single { it.name == "plain" }
        val beans = DefaultListableBeanFactory()
        val arguments = arrayOf<Any?>("shop", 2, null)
        assertThat(MarkExpression.parse("#tenant + #cost + #p0 + #a1", listOf(method), beans).value(arguments))
            .isEqualTo("shop2shop2")
        assertThatIllegalArgumentException()
            .isThrownBy { MarkExpression.parse("#p2", listOf(method), beans) }
            .withMessageContaining("[a0, a1, cost, p0, p1, tenant]")
    }

    open class Stage {
        @RateLimited(contour = "datacite")
        open suspend fun send(): CompletableFuture<String> = CompletableFuture()
    }

    open class Elements {
        @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
        open suspend fun send(): Flux<String> = Flux.empty()
    }

    open class Shared {
        @RateLimited(contour = "datacite")
        open suspend fun send(): SharedFlow<String> = MutableSharedFlow()
    }

    open class SharedAtOnce {
        @RateLimited(contour = "datacite")
        open fun send(): SharedFlow<String> = MutableSharedFlow()
    }

    @Test
    fun p88_what_is_no_one_call_is_refused_at_start_up() {
        assertRefused(Stage::class.java, "cannot return a CompletableFuture", "the value itself, or a Flow")
        assertRefused(Elements::class.java, "cannot return a Flux", "take suspend away")
        assertRefused(Shared::class.java, "cannot return a SharedFlow", "the value itself, or a Flow")
        assertRefused(SharedAtOnce::class.java, "a SharedFlow cannot be wrapped", "Return a Flow")
    }

    private fun assertRefused(type: Class<*>, problem: String, advice: String) {
        Beans.runner().withBean(type).run { context ->
            val failure = generateSequence(context.startupFailure) { it.cause }
                .filterIsInstance<InvalidMarkException>()
                .first()
            assertThat(failure.problem()).contains(problem)
            assertThat(failure.advice()).contains(advice)
        }
    }

    @Test
    fun p88_what_spring_cannot_advise_is_refused_with_what_to_add(@TempDir directory: Path) {
        val classPath = System.getProperty("java.class.path").split(File.pathSeparator)
            .filterNot { Path.of(it).fileName.toString().startsWith("kotlinx-coroutines-reactor") }
        val run = ForkedJvm.run(KotlinWithoutReactorApplication::class.java, classPath, directory)
        assertThat(run.output())
            .containsPattern("Suspending: .*Spring cannot advise suspending functions here. Add .*coroutines-reactor")
            .containsPattern("Flowing: .*a Flow cannot be wrapped here. Add .*kotlinx-coroutines-reactor")
        assertThat(run.exitCode()).isZero()
    }
}
