package io.backoff.kotlin

import com.github.kagkarlsson.scheduler.boot.autoconfigure.DbSchedulerAutoConfiguration
import io.backoff.Backoff
import io.backoff.Idempotent
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyAutoConfiguration
import io.backoff.idempotency.autoconfigure.BackoffIdempotencyJsonAutoConfiguration
import io.backoff.method.InvalidBackoffException
import io.backoff.polling.BackoffPoll
import io.backoff.polling.BackoffPollAutoConfiguration
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.redelivery.Redeliver
import io.backoff.redelivery.autoconfigure.BackoffRedeliveryAutoConfiguration
import io.backoff.testkit.Applications
import io.backoff.testkit.Rejections
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration
import java.util.stream.Stream

/** Suspend functions that are rejected. */
class SuspendRefusalTests {

    @Test
    fun idempotent() = rejects(
        Payments(),
        "it is a suspend function, whose arguments cannot be compared with those of duplicates",
        BackoffReactorAutoConfiguration::class.java,
        BackoffKotlinAutoConfiguration::class.java,
        BackoffIdempotencyAutoConfiguration::class.java,
        BackoffIdempotencyJsonAutoConfiguration::class.java,
    )

    @Test
    fun redelivered() = rejects(
        Partner(),
        "it is a suspend function, whose arguments cannot be stored",
        DataSourceAutoConfiguration::class.java,
        DataSourceTransactionManagerAutoConfiguration::class.java,
        DbSchedulerAutoConfiguration::class.java,
        BackoffRedeliveryAutoConfiguration::class.java,
    )

    @Test
    fun polled() = rejects(
        Outbox(),
        "it is a suspend function, which cannot be polled",
        BackoffPollAutoConfiguration::class.java,
    )

    @Test
    fun resultsThatMayFailLater() {
        for (lazily in listOf(Sequences(), Streams(), Functions())) {
            rejects(
                lazily,
                "and must return its result itself, not a Flow, Sequence, Mono or future",
                BackoffReactorAutoConfiguration::class.java,
                BackoffKotlinAutoConfiguration::class.java,
            )
        }
    }

    private fun rejects(bean: Any, reason: String, vararg features: Class<*>) {
        @Suppress("UNCHECKED_CAST")
        Applications.backoff(*features)
            .withBean(bean.javaClass as Class<Any>, { bean })
            .run {
                assertThat(it.startupFailure)
                    .isInstanceOf(InvalidBackoffException::class.java)
                    .hasMessageContaining(reason)
                    .satisfies({ failure -> Rejections.areExplained(failure) })
            }
    }

    open class Payments {

        @Idempotent(key = "#id")
        open suspend fun pay(id: String): String = id
    }

    open class Partner {

        @Redeliver
        open suspend fun confirm(id: String) {
            check(id.isNotEmpty())
        }
    }

    open class Sequences {

        @Backoff
        open suspend fun quotes(): Sequence<String> = sequenceOf("a")
    }

    open class Streams {

        @Backoff
        open suspend fun quotes(): Stream<String> = Stream.of("a")
    }

    open class Functions {

        @Backoff
        open suspend fun quote(): () -> String = { "a" }
    }

    open class Outbox {

        @BackoffPoll
        open suspend fun sendNext(): Boolean = false
    }
}
