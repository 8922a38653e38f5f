package io.backoff.engine

import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.test.FakeTime
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import java.io.IOException
import java.util.function.Supplier

/** Calls from Kotlin, which has no checked exceptions to infer a type from. */
class KotlinOperationsTests {

    private val application = ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(BackoffAutoConfiguration::class.java))
        .withBean(FakeTime::class.java, Supplier { FakeTime() })

    private var attempts = 0

    @Test
    fun calls() = withOperations {
        val paid: Int = it.call<_, Exception>("default") { failingUntil(3) }
        assertThat(paid).isEqualTo(3)
    }

    @Test
    fun runs() = withOperations {
        it.run<Exception>("default") { failingUntil(2) }
        assertThat(attempts).isEqualTo(2)
    }

    @Test
    fun polls() = withOperations {
        val seen: Int = it.poll<_, Exception>("default", { ++attempts }, { number -> number == 2 })
        assertThat(seen).isEqualTo(2)
    }

    @Test
    fun takesKeysAndListeners() = withOperations {
        val paid: Int = it.call<_, Exception>("default", "acme") { failingUntil(2) }
        assertThat(paid).isEqualTo(2)
        var decisions = 0
        it.run<Exception>("default", { failingUntil(4) }, { _ -> decisions++ })
        it.run<Exception>("default", "acme", { failingUntil(6) }, { _ -> decisions++ })
        assertThat(decisions).isEqualTo(4)
    }

    private fun withOperations(test: (BackoffOperations) -> Unit) {
        application.run { test(it.getBean<BackoffOperations>()) }
    }

    private fun failingUntil(attempt: Int): Int {
        if (++attempts < attempt) {
            throw IOException("$attempts")
        }
        return attempts
    }
}
