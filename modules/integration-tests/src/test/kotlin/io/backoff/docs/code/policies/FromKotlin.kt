package io.backoff.docs.code.policies

import io.backoff.engine.BackoffOperations

fun <T> BackoffOperations.retry(policy: String, operation: () -> T): T =
    call<T, Exception>(policy) { operation() }

/** Policies: calls from code. */
internal class FromKotlin(private val operations: BackoffOperations, private val provider: Provider) {

    fun call(order: Provider.Order) {
        val receipt = operations.call<_, Exception>("payments") { provider.charge(order) }
        operations.run<Exception>("payments") { provider.confirm(order) }
    }

    fun retry(order: Provider.Order) {
        val receipt = operations.retry("payments") { provider.charge(order) }
        operations.retry("payments") { provider.confirm(order) }
    }

    fun poll(order: Provider.Order) {
        val status = operations.poll<_, Exception>("status", { provider.status(order) }, { it.done })
    }
}
