package io.backoff.kotlin

import io.backoff.Backoff
import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.test.FakeTime
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.aspectj.lang.ProceedingJoinPoint
import org.aspectj.lang.annotation.Around
import org.aspectj.lang.annotation.Aspect
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import java.io.IOException

class BoundAdviceSuspendTests {

    @ParameterizedTest
    @ValueSource(booleans = [true, false])
    fun isBoundInEachAttempt(proxyTargetClass: Boolean) {
        ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    AopAutoConfiguration::class.java,
                    BackoffAutoConfiguration::class.java,
                    BackoffReactorAutoConfiguration::class.java,
                    BackoffKotlinAutoConfiguration::class.java,
                ),
            )
            .withPropertyValues("spring.aop.proxy-target-class=$proxyTargetClass")
            .withBean(FakeTime::class.java)
            .withBean(Auditing::class.java)
            .withBean(FlakyPayments::class.java)
            .run {
                assertThat(runBlocking { it.getBean<AuditedPayments>().pay("tea") }).isEqualTo("tea3")
                assertThat(it.getBean<Auditing>().seen).containsExactly("payments", "payments", "payments")
            }
    }

    @Retention(AnnotationRetention.RUNTIME)
    annotation class Audited(val value: String)

    interface AuditedPayments {
        suspend fun pay(item: String): String
    }

    open class FlakyPayments : AuditedPayments {
        open var attempts = 0

        @Backoff
        @Audited("payments")
        override suspend fun pay(item: String): String {
            yield()
            if (++attempts < 3) throw IOException("failed")
            return item + attempts
        }
    }

    @Aspect
    open class Auditing {
        open val seen = mutableListOf<String>()

        @Around("@annotation(audited)")
        open fun audit(call: ProceedingJoinPoint, audited: Audited): Any? {
            seen += audited.value
            return call.proceed()
        }
    }
}
