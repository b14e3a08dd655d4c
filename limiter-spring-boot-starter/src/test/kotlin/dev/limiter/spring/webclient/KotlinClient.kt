package dev.limiter.spring.webclient

import dev.limiter.PermitPer
import dev.limiter.RateLimited
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import org.springframework.transaction.annotation.Transactional
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.reactive.function.client.WebClient
import org.springframework.web.reactive.function.client.awaitBody
import org.springframework.web.reactive.function.client.awaitExchange
import org.springframework.web.reactive.function.client.bodyToFlow
import org.springframework.web.service.annotation.GetExchange

/** A client as a team writes it; `other` is a WebClient that the limiter does not see. */
internal open class KotlinClient(private val client: WebClient, private val other: WebClient) {

    @RateLimited(contour = "tenant", key = "#tenant")
    open suspend fun record(tenant: String): String = get(this.client, tenant)

    @RateLimited(contour = "tenant", key = "#tenant")
    open suspend fun status(tenant: String): Int =
        this.client.get().uri("/{tenant}", tenant).awaitExchange { it.statusCode().value() }

    @Transactional
    @RateLimited(contour = "tenant", key = "#tenant")
    open suspend fun recordInTransaction(tenant: String): String = get(this.client, tenant)

    @Transactional
    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open suspend fun onceInTransaction(tenant: String): String = get(this.other, tenant)

    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open suspend fun once(tenant: String): String = get(this.other, tenant)

    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open suspend fun onceForTwo(tenant: String): String = get(this.client, tenant) + get(this.client, tenant)

    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open suspend fun nothing(tenant: String): String? = null

    @RateLimited(contour = "tenant", key = "#tenant")
    open fun flow(tenant: String): Flow<String> = flow { emitAll(lines(tenant)) }

    @RateLimited(contour = "tenant", key = "#tenant")
    open suspend fun suspendingFlow(tenant: String): Flow<String> = flow { emitAll(lines(tenant)) }

    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open fun onceForFlow(tenant: String): Flow<String> = flow { emit(get(other, tenant)) }

    @RateLimited(contour = "tenant", key = "#tenant", permit = PermitPer.METHOD)
    open suspend fun onceForSuspendingFlow(tenant: String): Flow<String> = flow { emit(get(other, tenant)) }

    private suspend fun get(client: WebClient, tenant: String): String =
        client.get().uri("/{tenant}", tenant).retrieve().awaitBody()

    private fun lines(tenant: String): Flow<String> =
        this.client.get().uri("/{tenant}", tenant).retrieve().bodyToFlow()
}

internal interface KotlinExchange {

    @GetExchange("/{tenant}")
    @RateLimited(contour = "tenant", key = "#tenant")
    suspend fun record(@PathVariable tenant: String): String
}
