package io.backoff.deadline

import io.backoff.Backoff
import io.backoff.kotlin.BackoffKotlinAutoConfiguration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.await
import kotlinx.coroutines.future.future
import org.springframework.beans.factory.getBean
import org.springframework.context.ApplicationContext
import java.util.concurrent.CompletableFuture
import java.util.function.Supplier

private typealias Attempt = Supplier<CompletableFuture<Any>>

/** Calls of suspend functions. */
object SuspendWay : AsyncWay {

    val configurations: List<Class<*>> = listOf(BackoffKotlinAutoConfiguration::class.java, Functions::class.java)

    override fun isAnnotated() = true

    override fun start(context: ApplicationContext, policy: String, attempt: Attempt): CompletableFuture<Any> {
        val functions = context.getBean<Functions>()
        return CoroutineScope(Dispatchers.Unconfined).future {
            when (policy) {
                "request" -> functions.request(attempt)
                "minute" -> functions.minute(attempt)
                "brief" -> functions.brief(attempt)
                "endless" -> functions.endless(attempt)
                "off" -> functions.off(attempt)
                "limited" -> functions.limited(attempt)
                "cut" -> functions.cut(attempt)
                "hasty" -> functions.hasty(attempt)
                "restless" -> functions.restless(attempt)
                "fallback" -> functions.fallback(attempt)
                else -> error(policy)
            }
        }
    }

    open class Functions {

        @Backoff("request")
        open suspend fun request(attempt: Attempt): Any = attempt.get().await()

        @Backoff("minute")
        open suspend fun minute(attempt: Attempt): Any = attempt.get().await()

        @Backoff("brief")
        open suspend fun brief(attempt: Attempt): Any = attempt.get().await()

        @Backoff("endless")
        open suspend fun endless(attempt: Attempt): Any = attempt.get().await()

        @Backoff("off")
        open suspend fun off(attempt: Attempt): Any = attempt.get().await()

        @Backoff("limited")
        open suspend fun limited(attempt: Attempt): Any = attempt.get().await()

        @Backoff("cut")
        open suspend fun cut(attempt: Attempt): Any = attempt.get().await()

        @Backoff("hasty")
        open suspend fun hasty(attempt: Attempt): Any = attempt.get().await()

        @Backoff("restless")
        open suspend fun restless(attempt: Attempt): Any = attempt.get().await()

        @Backoff(value = "endless", fallback = "instead")
        open suspend fun fallback(attempt: Attempt): Any = attempt.get().await()

        open suspend fun instead(attempt: Attempt, failure: Throwable): Any = "instead of ${failure.javaClass.simpleName}"
    }
}
