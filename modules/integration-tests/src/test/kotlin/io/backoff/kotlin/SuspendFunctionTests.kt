package io.backoff.kotlin

import io.backoff.Backoff
import io.backoff.method.InvalidBackoffException
import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.engine.stats.CallStatisticsRegistry
import io.backoff.engine.CurrentAttempt
import io.backoff.policy.Outcome
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.test.FakeTime
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asContextElement
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.FilteredClassLoader
import org.springframework.boot.test.context.assertj.AssertableApplicationContext
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import java.io.IOException

class SuspendFunctionTests {

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

    @Test
    fun retriesWhatSuspends() = run(Payments()) {
        assertThat(payments.suspending("a")).isEqualTo("a3")
        assertThat(outcomes).isEqualTo(mapOf(Outcome.RECOVERED to 1L))
    }

    @Test
    fun aNullableResultIsASuccess() = run(Payments()) {
        assertThat(payments.nothing()).isNull()
        assertThat(outcomes).isEqualTo(mapOf(Outcome.SUCCESS to 1L))
    }

    @Test
    fun theCallGoesAlongWithAFallback() = run(Payments()) {
        assertThat(payments.wanderingInTheEnd()).isEqualTo("3 3")
    }

    @Test
    fun cancellationIsNotRetried() = run(Payments()) {
        val thrown = runCatching { payments.cancelled() }.exceptionOrNull()
        assertThat(thrown).isInstanceOf(CancellationException::class.java)
        assertThat(payments.attempts).isEqualTo(1)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.ABORTED to 1L))
    }

    @Test
    fun aTimeoutOfTheFunctionItselfIsAFailure() = run(Payments()) {
        val thrown = runCatching { payments.slow() }.exceptionOrNull()
        assertThat(thrown).isInstanceOf(TimeoutCancellationException::class.java)
        assertThat(payments.attempts).isEqualTo(3)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.EXHAUSTED to 1L))
    }

    @Test
    fun aTimeoutOfTheCallerEndsTheCall() = run(Payments()) {
        payments.nothing()
        assertThat(withTimeoutOrNull(1_000) { payments.never() }).isNull()
        assertThat(payments.attempts).isEqualTo(1)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.SUCCESS to 1L, Outcome.ABORTED to 1L))
    }

    @Test
    fun anErrorOfTheVirtualMachineHasOneOutcome() = run(Payments()) {
        val thrown = runCatching { payments.broken() }.exceptionOrNull()
        assertThat(thrown).isInstanceOf(NoClassDefFoundError::class.java)
        assertThat(payments.attempts).isEqualTo(1)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.NOT_RETRYABLE to 1L))
    }

    @Test
    fun anErrorOfTheVirtualMachineOnAnotherThreadHasOneOutcome() = run(Payments()) {
        val thrown = runCatching { withContext(Dispatchers.Default) { payments.broken() } }.exceptionOrNull()
        assertThat(thrown).isInstanceOf(NoClassDefFoundError::class.java)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.NOT_RETRYABLE to 1L))
    }

    @Test
    fun cancellingTheCallerEndsTheCall() = run(Payments()) {
        val job = launch { payments.never() }
        while (payments.attempts == 0) yield()
        job.cancelAndJoin()
        assertThat(payments.attempts).isEqualTo(1)
        assertThat(outcomes).isEqualTo(mapOf(Outcome.ABORTED to 1L))
    }

    @Test
    fun theCoroutineContextReachesEveryAttempt() = run(Payments()) {
        withContext(user.asContextElement("ada")) { runCatching { payments.failing() } }
        assertThat(payments.users).containsExactly("ada", "ada", "ada")
    }

    @Test
    fun theAttemptGoesAlongFromThreadToThread() = run(Payments()) {
        assertThat(payments.wandering()).isEqualTo("2 2")
        assertThat(CurrentAttempt.get()).isEmpty()
    }

    @Test
    fun nestedCallsDoNotMultiply() = run(Payments()) {
        runCatching { payments.outer(payments) }
        assertThat(payments.users).hasSize(3)
    }

    @Test
    fun resultsMayCallForARetry() = run(Payments()) {
        assertThat(payments.judged("pending")).isEqualTo("pending3")
    }

    @Test
    fun aFallbackMaySuspendAndTakeTheFailure() = run(Payments()) {
        assertThat(payments.replaced("a")).isEqualTo("instead of a: failed")
    }

    @Test
    fun aFallbackMayDoWithoutTheFailure() = run(Payments()) {
        assertThat(payments.replacedAnyway("a")).isEqualTo("instead of a")
    }

    @Test
    fun aFallbackOfAnotherKindIsRejected() = assertRejected(PlainFallback(), "suspend String instead()")

    @Test
    fun aFlowIsRejected() = assertRejected(Streams(), "kotlinx.coroutines.flow.Flow")

    @Test
    fun aSuspendFunctionThatReturnsAFlowIsRejected() = assertRejected(SuspendStreams(), "not a Flow")

    @Test
    fun aDeferredResultOfASuspendFunctionIsRejected() = assertRejected(SuspendDeferred(), "suspend function")

    @Test
    fun withoutReactorItIsRejected() {
        application.withClassLoader(FilteredClassLoader("reactor.core"))
            .withBean(Payments::class.java)
            .run {
                assertThat(it.startupFailure)
                    .isInstanceOfSatisfying(InvalidBackoffException::class.java) { rejected ->
                        assertThat(rejected.remedy()).isEqualTo("Add the libraries, and return the result itself.")
                    }
                    .hasMessageContaining("needs Reactor")
            }
    }

    @Test
    fun aClassThatIsNotOpenIsExplainedInTheWordsOfKotlin() {
        application.withBean(NotOpen::class.java, { NotOpen() }).run {
            assertThat(it.startupFailure)
                .rootCause()
                .isInstanceOfSatisfying(InvalidBackoffException::class.java) { rejected ->
                    assertThat(rejected.remedy())
                        .startsWith("Use the Kotlin compiler plug-in 'spring', declare the class and the method 'open', or")
                }
                .hasMessageContaining("the class is final, so a proxy cannot extend it")
        }
    }

    private fun assertRejected(bean: Any, text: String) {
        @Suppress("UNCHECKED_CAST")
        application.withBean(bean.javaClass as Class<Any>, { bean }).run {
            assertThat(it.startupFailure)
                .isInstanceOf(InvalidBackoffException::class.java)
                .hasMessageContaining(text)
        }
    }

    private fun run(payments: Payments, test: suspend Running.() -> Unit) {
        application.withBean(Payments::class.java, { payments }).run { context ->
            assertThat(context).hasNotFailed()
            runBlocking { Running(context, this).test() }
        }
    }

    class Running(private val context: AssertableApplicationContext, scope: CoroutineScope) :
        CoroutineScope by scope {
        val payments get() = context.getBean<Payments>()
        val outcomes: Map<Outcome, Long> get() = context.getBean<CallStatisticsRegistry>().counts("default")
    }

    open class Payments {
        open var attempts = 0
        open val users = mutableListOf<String?>()

        @Backoff
        open suspend fun suspending(id: String): String {
            yield()
            if (++attempts < 3) throw IOException("failed")
            return id + attempts
        }

        @Backoff
        open suspend fun nothing(): String? = null

        @Backoff
        open suspend fun cancelled(): String {
            attempts++
            throw CancellationException("stop")
        }

        @Backoff
        open suspend fun slow(): String {
            attempts++
            return withTimeout(1) { awaitCancellation() }
        }

        @Backoff
        open suspend fun broken(): String {
            attempts++
            yield()
            throw NoClassDefFoundError("harmless")
        }

        @Backoff
        open suspend fun never(): String {
            attempts++
            awaitCancellation()
        }

        @Backoff
        open suspend fun failing(): String {
            users += user.get()
            throw IOException("failed")
        }

        @Backoff(fallback = "wander")
        open suspend fun wanderingInTheEnd(): String = throw IOException("failed")

        open suspend fun wander(): String {
            val before = CurrentAttempt.get().map { it.number() }.orElse(0)
            withContext(Dispatchers.Default) { delay(1) }
            return "$before ${CurrentAttempt.get().map { it.number() }.orElse(0)}"
        }

        @Backoff
        open suspend fun wandering(): String {
            if (++attempts < 2) throw IOException("failed")
            val before = CurrentAttempt.get().map { it.number() }.orElse(0)
            withContext(Dispatchers.Default) { delay(1) }
            return "$before " + CurrentAttempt.get().map { it.number() }.orElse(0)
        }

        @Backoff
        open suspend fun outer(self: Payments): String = self.failing()

        @Backoff(retryOnResult = "#result == #id + '1' or #result == #id + '2'")
        open suspend fun judged(id: String): String = id + ++attempts

        @Backoff(fallback = "instead")
        open suspend fun replaced(id: String): String = throw IOException("failed")

        open suspend fun instead(id: String, failure: IOException): String {
            yield()
            return "instead of $id: ${failure.message}"
        }

        @Backoff(fallback = "insteadOf")
        open suspend fun replacedAnyway(id: String): String = throw IOException("failed")

        open suspend fun insteadOf(id: String): String {
            yield()
            return "instead of $id"
        }
    }

    open class PlainFallback {
        @Backoff(fallback = "instead")
        open suspend fun charge(): String = "ok"

        open fun instead(): String = "not suspending"
    }

    open class Streams {
        @Backoff
        open fun all(): Flow<String> = flowOf("a")
    }

    open class SuspendStreams {
        @Backoff
        open suspend fun all(): Flow<String> = flowOf("a")
    }

    open class SuspendDeferred {
        @Backoff
        open suspend fun later(): Deferred<String> = CompletableDeferred("a")
    }

    companion object {
        private val user = ThreadLocal<String?>()
    }

    class NotOpen {

        @Backoff
        fun call(): String = "called"
    }
}
