package dev.limiter.spring.method

import dev.limiter.RateLimited
import dev.limiter.spring.autoconfigure.LimiterAutoConfiguration
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emptyFlow
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.context.annotation.Configuration

/** Tries to start with each of the marked classes, and says why it cannot. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(LimiterAutoConfiguration::class)
internal open class KotlinWithoutReactorApplication {

    open class Suspending {
        @RateLimited(contour = "one")
        open suspend fun send() = delay(1)
    }

    open class Flowing {
        @RateLimited(contour = "one")
        open fun send(): Flow<String> = emptyFlow()
    }

    companion object {

        @JvmStatic
        fun main(arguments: Array<String>) {
            for (client in listOf(Suspending::class.java, Flowing::class.java)) {
                runCatching {
                    SpringApplicationBuilder(KotlinWithoutReactorApplication::class.java, client)
                        .web(WebApplicationType.NONE)
                        .properties("limiter.store=memory", "limiter.contours.one.quota=10/s", "logging.level.root=off")
                        .run(*arguments)
                }.exceptionOrNull().let { println("${client.simpleName}: ${it?.message}") }
            }
        }
    }
}
