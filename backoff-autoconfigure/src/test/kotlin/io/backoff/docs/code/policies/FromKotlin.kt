package io.backoff.docs.code.policies

import io.backoff.engine.BackoffOperations

/** Policies: calls from code. */
internal class FromKotlin(private val operations: BackoffOperations, private val provider: Provider) {

    fun call(order: Provider.Order) {
        val receipt = operations.call<_, Exception>("payments") { provider.charge(order) }
        operations.run<Exception>("payments") { provider.confirm(order) }
    }
}
