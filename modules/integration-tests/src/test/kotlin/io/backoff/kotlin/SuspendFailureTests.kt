package io.backoff.kotlin

import io.backoff.Backoff
import io.backoff.RetryAfter
import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.classify.CalleeResponse
import io.backoff.classify.ResponseExtractor
import io.backoff.engine.stats.CallStatisticsRegistry
import io.backoff.policy.BackoffPolicies
import io.backoff.policy.Outcome
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.test.FakeTime
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.CsvSource
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.assertj.AssertableApplicationContext
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import java.io.IOException
import java.time.Duration
import java.util.function.Supplier

/** The failure decides the retry of a suspend function that fails on another thread. */
class SuspendFailureTests {

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
        .withBean(ResponseExtractor::class.java, Supplier { ResponseExtractor { read(it) } })
        .withPropertyValues(
            "backoff.policies.default.delay=100ms",
            "backoff.policies.default.jitter=none",
            "backoff.policies.default.max-attempts=9",
            "backoff.policies.default.max-elapsed=0",
        )

    @Test
    fun aCalleeThatAsksToSlowDownIsCalledLater() = run(Response(500), Response(429), Response(500)) {
        assertThat(waits).containsExactly(millis(100), millis(2_000), millis(400))
    }

    @Test
    fun aHintIsSpread() = run(Busy(), Busy(), Busy(), Busy()) {
        assertThat(waits)
            .hasSize(4)
            .allSatisfy { assertThat(it).isBetween(millis(20_000), millis(30_000)) }
            .doesNotHaveDuplicates()
    }

    @Test
    fun aFailureOfAGroupEndsTheCall() = run(IOException(IllegalArgumentException("x"))) {
        assertThat(waits).isEmpty()
        assertThat(outcomes).isEqualTo(mapOf(Outcome.NOT_RETRYABLE to 1L))
    }

    @Test
    fun aNamedClassWinsOverAGroup() =
        run(IllegalArgumentException("x"), setting = "policies.default.retry-on=java.lang.IllegalArgumentException") {
            assertThat(outcomes).isEqualTo(mapOf(Outcome.RECOVERED to 1L))
        }

    @ParameterizedTest
    @CsvSource("false, 18", "true, 19")
    fun aRetryThatEndsTheCallWellMayBeRefunded(refund: Boolean, tokens: Int) =
        run(IOException("1"), IOException("2"), setting = "budgets.default.refund=$refund") {
            assertThat(budget.tokens()).isEqualTo(tokens)
        }

    private fun run(vararg failures: Exception, setting: String = "enabled=true", check: Ended.() -> Unit) {
        application
            .withPropertyValues("backoff.$setting")
            .withBean(Payments::class.java, Supplier { Payments(ArrayDeque(failures.toList())) })
            .run { context ->
                assertThat(context).hasNotFailed()
                runBlocking { runCatching { context.getBean<Payments>().charge() } }
                Ended(context).check()
            }
    }

    private fun millis(millis: Long) = Duration.ofMillis(millis)

    private class Ended(private val context: AssertableApplicationContext) {
        val waits: List<Duration> get() = context.getBean<FakeTime>().waits()
        val outcomes: Map<Outcome, Long> get() = context.getBean<CallStatisticsRegistry>().counts("default")
        val budget get() = context.getBean<BackoffPolicies>().get("default").budget()
    }

    open class Payments(private val failures: ArrayDeque<Exception>) {

        @Backoff
        open suspend fun charge(): String = withContext(Dispatchers.Default) {
            failures.removeFirstOrNull()?.let { throw it }
            "paid"
        }
    }

    private class Response(val status: Int) : RuntimeException()

    private class Busy : RuntimeException(), RetryAfter {
        override fun retryAfter(): Duration = Duration.ofSeconds(20)
    }

    private fun read(failure: Throwable): CalleeResponse? =
        (failure as? Response)?.let { CalleeResponse.ofStatus(it.status) }
}
