package io.backoff.kotlin

import io.backoff.Backoff
import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.engine.BudgetExhaustedException
import io.backoff.method.InvalidBackoffException
import io.backoff.policy.BackoffPolicies
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.test.FakeTime
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.ApplicationContext
import java.io.IOException
import java.util.concurrent.atomic.AtomicInteger

/** Suspend functions whose calls share retries by key. */
class KeyedSuspensionTests {

    private val application = ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                AopAutoConfiguration::class.java,
                BackoffAutoConfiguration::class.java,
                BackoffReactorAutoConfiguration::class.java,
                BackoffKotlinAutoConfiguration::class.java,
            ),
        )
        .withBean(FakeTime::class.java)
        .withPropertyValues(
            "backoff.policies.crm.max-attempts=2",
            "backoff.budgets.crm.burst=4",
            "backoff.budgets.crm.ratio=0",
            "backoff.budgets.crm.min-per-second=0",
        )

    @Test
    fun takesRetriesFromTheBucketOfTheKey() = run { context ->
        val tenant = Tenant("acme")
        assertThat(context.getBean<Crm>().load(tenant, 1)).isEqualTo("customers of acme")
        assertThat(usages(context)).isEqualTo(mapOf("acme" to 3L))
    }

    @Test
    fun readsTheKeyOncePerCall() = run { context ->
        val tenant = Tenant("acme")
        context.getBean<Crm>().load(tenant, 1)
        assertThat(tenant.reads).hasValue(1)
    }

    @Test
    fun deniesTheKeyThatHasUsedUpItsShareAndNoOther() = run { context ->
        val crm = context.getBean<Crm>()
        repeat(4) { runCatching { crm.load(Tenant("acme"), 9) } }
        context.getBean<BackoffPolicies>().get("crm").budget().refill()
        repeat(4) { crm.load(Tenant("zeta"), 0) }
        val denied = runCatching { crm.load(Tenant("acme"), 9) }.exceptionOrNull()
        assertThat(denied).hasMessage("down")
        assertThat(generateSequence(denied) { it.cause }.flatMap { it.suppressed.asSequence() }.toList())
            .anySatisfy { assertThat(it).isInstanceOf(BudgetExhaustedException::class.java) }
        assertThat(crm.load(Tenant("zeta"), 1)).isEqualTo("customers of zeta")
    }

    @Test
    fun callsAtTheSameTimeKeepTheirKeys() = run { context ->
        val crm = context.getBean<Crm>()
        runBlocking { listOf("a", "b", "c").map { async { crm.load(Tenant(it), 1) } }.awaitAll() }
        assertThat(usages(context)).isEqualTo(mapOf("a" to 3L, "b" to 3L, "c" to 3L))
    }

    @Test
    fun theContinuationIsNoArgument() {
        application.withBean(Wrong::class.java).run {
            assertThat(it.startupFailure)
                .isInstanceOf(InvalidBackoffException::class.java)
                .hasMessageContaining("it reads #continuation, but there is only #a0, #id, #p0")
        }
    }

    private fun usages(context: ApplicationContext): Map<String, Long> =
        context.getBean<BackoffPolicies>().get("crm").keys().mostDenied("crm", 10)
            .associate { it.key() to it.tokens().toLong() }

    private fun run(test: suspend (ApplicationContext) -> Unit) {
        application.withBean(Crm::class.java).run { context ->
            assertThat(context).hasNotFailed()
            runBlocking { test(context) }
        }
    }

    class Tenant(private val name: String) {
        val reads = AtomicInteger()
        val attempts = AtomicInteger()

        val id: String
            get() {
                reads.incrementAndGet()
                return name
            }

        override fun toString() = name
    }

    open class Crm {

        @Backoff(value = "crm", key = "#tenant.id")
        open suspend fun load(tenant: Tenant, failures: Int): String {
            yield()
            if (tenant.attempts.incrementAndGet() <= failures) throw IOException("down")
            return "customers of $tenant"
        }
    }

    open class Wrong {

        @Backoff(value = "crm", key = "#continuation")
        open suspend fun load(id: String): String = id
    }
}
