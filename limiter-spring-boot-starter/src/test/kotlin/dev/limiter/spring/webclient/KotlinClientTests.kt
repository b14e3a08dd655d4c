package dev.limiter.spring.webclient

import dev.limiter.spring.testing.LimitedApplication
import dev.limiter.spring.testing.Upstream
import dev.limiter.LimiterRegistry
import dev.limiter.PermitTimeoutException
import dev.limiter.spring.testing.Upstream.Answer
import java.time.Duration
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInfo
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.api.assertThrows
import org.springframework.beans.factory.annotation.Value
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.transaction.ReactiveTransaction
import org.springframework.transaction.ReactiveTransactionManager
import org.springframework.transaction.TransactionDefinition
import org.springframework.transaction.annotation.EnableTransactionManagement
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.WebClientResponseException
import org.springframework.web.reactive.function.client.support.WebClientAdapter
import org.springframework.web.service.invoker.HttpServiceProxyFactory
import reactor.core.publisher.Mono

/** Suspending functions and flows of a Spring Boot application, over real HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
internal class KotlinClientTests {

    private val api: Upstream = Upstream.answering(Answer.ok())

    private val app: LimitedApplication = LimitedApplication.start(
        LimitedApplication.contour("tenant", this.api, "hosts=") + "server.url=${this.api.url()}",
        Clients::class.java,
    )

    private val client: KotlinClient = this.app.bean(KotlinClient::class.java)

    private val transactions: Transactions = this.app.bean(Transactions::class.java)

    private var key: String = ""

    private var before: Int = 0

    /** Counts what it is told to do. */
    internal class Transactions : ReactiveTransactionManager {

        val told: MutableList<String> = CopyOnWriteArrayList()

        override fun getReactiveTransaction(definition: TransactionDefinition?): Mono<ReactiveTransaction> =
            Mono.fromSupplier {
                this.told += "begin"
                object : ReactiveTransaction {}
            }

        override fun commit(transaction: ReactiveTransaction): Mono<Void> = Mono.fromRunnable { this.told += "commit" }

        override fun rollback(transaction: ReactiveTransaction): Mono<Void> =
            Mono.fromRunnable { this.told += "rollback" }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement
    internal open class Clients {

        @Bean
        open fun transactions(): Transactions = Transactions()

        @Bean
        open fun kotlinClient(
            builder: WebClient.Builder,
            @Value("\${server.url}") url: String,
        ): KotlinClient = KotlinClient(builder.baseUrl(url).build(), WebClient.create(url))

        @Bean
        open fun kotlinExchange(
            builder: WebClient.Builder,
            @Value("\${server.url}") url: String,
        ): KotlinExchange =
            HttpServiceProxyFactory.builderFor(WebClientAdapter.create(builder.baseUrl(url).build()))
                .build()
                .createClient(KotlinExchange::class.java)
    }

    @BeforeEach
    fun begin(test: TestInfo) {
        this.key = test.testMethod.orElseThrow().name
        this.api.answer(Answer.ok())
        this.app.told().granted.clear()
        this.app.told().denied.clear()
        this.app.told().abandoned.clear()
        this.app.told().unseen.clear()
        this.transactions.told.clear()
        this.before = this.api.count()
    }

    @AfterAll
    fun close() {
        this.app.close()
        this.api.close()
    }

    private fun sent(): Int = this.api.count() - this.before

    private fun awaitPermits(expected: Long) =
        await().atMost(Duration.ofSeconds(5)).untilAsserted {
            assertThat(this.app.permits("tenant")).isEqualTo(expected)
        }

    private fun <T> running(block: suspend () -> T): T = runBlocking { withTimeout(20_000) { block() } }

    @Test
    fun p88_a_suspending_function_takes_a_permit_for_each_attempt() {
        this.api.answer(Answer.status(503), Answer.ok())
        assertThat(running { this.client.record(this.key) }).isEqualTo("said 200")
        assertThat(sent()).isEqualTo(2)
        awaitPermits(2)
        assertThat(this.app.told().unseen).isEmpty()
    }

    @Test
    fun p88_the_mark_is_seen_on_another_dispatcher_and_by_an_exchange() {
        assertThat(runBlocking(Dispatchers.Default) { withTimeout(20_000) { client.status(key) } }).isEqualTo(200)
        awaitPermits(1)
        assertThat(running { this.client.status(this.key) }).isEqualTo(200)
        awaitPermits(2)
        assertThat(sent()).isEqualTo(2)
    }

    @Test
    fun p88_a_suspending_function_under_a_transaction_is_limited_and_in_the_transaction() {
        assertThat(running { this.client.recordInTransaction(this.key) }).isEqualTo("said 200")
        awaitPermits(1)
        assertThat(running { this.client.onceInTransaction(this.key) }).isEqualTo("said 200")
        awaitPermits(2)
        assertThat(sent()).isEqualTo(2)
        assertThat(this.transactions.told).containsExactly("begin", "commit", "begin", "commit")
        assertDeniedInAPause { this.client.onceInTransaction(this.key) }
        assertThat(this.transactions.told).endsWith("begin", "rollback")
    }

    private fun assertDeniedInAPause(call: suspend () -> Any?) {
        pause(this.key, Duration.ofHours(1))
        assertDenied(call)
    }

    private fun assertDenied(call: suspend () -> Any?) {
        val before = sent()
        assertThrows<PermitTimeoutException> { running { call() } }
        assertThat(sent()).isEqualTo(before)
    }

    private fun pause(key: String, length: Duration) {
        val limiter = this.app.bean(LimiterRegistry::class.java).limiter("tenant", key)
        limiter.pause(length, "a test").get(5, TimeUnit.SECONDS)
    }

    @Test
    fun p88_a_coroutine_that_is_cancelled_while_it_waits_leaves_the_queue_and_sends_nothing() {
        assertLeavesTheQueue { this.client.record(it) }
        assertLeavesTheQueue { this.client.recordInTransaction(it) }
        assertThat(this.transactions.told).contains("begin")
    }

    @Test
    fun p88_a_coroutine_that_is_cancelled_while_its_method_waits_leaves_the_queue_and_never_runs() {
        assertLeavesTheQueue { this.client.once(it) }
        assertLeavesTheQueue { this.client.onceInTransaction(it) }
    }

    private fun assertLeavesTheQueue(call: suspend (String) -> String) {
        pause("waits", Duration.ofSeconds(20))
        val before = sent()
        val abandoned = this.app.told().abandoned.size
        runBlocking {
            withTimeout(20_000) {
                val waiting = async(Dispatchers.Default) { call("waits") }
                delay(100)
                assertThat(waiting.isActive).isTrue()
                waiting.cancelAndJoin()
                assertThat(waiting.isCancelled).isTrue()
            }
        }
        await().atMost(Duration.ofSeconds(5)).untilAsserted {
            assertThat(this.app.told().abandoned).hasSize(abandoned + 1)
        }
        assertThat(sent()).isEqualTo(before)
    }

    @Test
    fun p88_a_permit_of_the_method_is_taken_once_before_it_runs() {
        assertThat(running { this.client.once(this.key) }).isEqualTo("said 200")
        awaitPermits(1)
        assertThat(running { this.client.nothing(this.key) }).isNull()
        awaitPermits(2)
        assertThat(sent()).isEqualTo(1)
        assertDeniedInAPause { this.client.once(this.key) }
    }

    @Test
    fun p88_what_a_method_sends_beyond_its_one_permit_is_paid_for_as_well() {
        assertThat(running { this.client.onceForTwo(this.key) }).isEqualTo("said 200said 200")
        awaitPermits(2)
    }

    @Test
    fun p88_an_exception_of_a_suspending_function_arrives_as_it_is_and_pauses_the_contour() {
        this.api.answer(Answer.tooMany("3600"))
        assertThrows<WebClientResponseException.TooManyRequests> { running { this.client.once(this.key) } }
        assertDenied { this.client.once(this.key) }
    }

    @Test
    fun p88_a_flow_is_one_call_for_each_collection() {
        assertOneCallForEachCollection(this.client.flow(this.key))
    }

    @Test
    fun p88_a_flow_of_a_suspending_function_is_one_call_for_each_collection() {
        assertOneCallForEachCollection(running { this.client.suspendingFlow(this.key) })
    }

    @Test
    fun p88_a_flow_takes_the_permit_of_its_method_for_each_collection() {
        assertOneCallForEachCollection(this.client.onceForFlow(this.key))
    }

    @Test
    fun p88_a_flow_of_a_suspending_function_takes_the_permit_of_its_method_for_each_collection() {
        assertOneCallForEachCollection(running { this.client.onceForSuspendingFlow(this.key) })
    }

    private fun assertOneCallForEachCollection(flow: Flow<String>) {
        assertThat(sent()).isZero()
        repeat(2) { assertThat(running { flow.toList() }).containsExactly("said 200") }
        awaitPermits(2)
        assertThat(sent()).isEqualTo(2)
        assertDeniedInAPause { flow.toList() }
    }

    @Test
    fun p88_a_suspending_function_of_an_http_exchange_interface_is_limited() {
        val exchange = this.app.bean(KotlinExchange::class.java)
        repeat(2) { assertThat(running { exchange.record(this.key) }).isEqualTo("said 200") }
        awaitPermits(2)
        assertDeniedInAPause { exchange.record(this.key) }
    }
}
