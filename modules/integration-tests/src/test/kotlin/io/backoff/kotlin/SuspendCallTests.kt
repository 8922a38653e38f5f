package io.backoff.kotlin

import io.backoff.Backoff
import io.backoff.contract.CallContract
import io.backoff.reactor.BackoffReactorAutoConfiguration
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.springframework.beans.factory.getBean
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.context.ApplicationContext
import java.util.function.Supplier

/** Suspend functions that never suspend. */
class SuspendCallTests : CallContract() {

    override fun furtherConfigurations(): Array<Class<*>> = 
        arrayOf(BackoffReactorAutoConfiguration::class.java, BackoffKotlinAutoConfiguration::class.java)

    override fun withService(runner: ApplicationContextRunner): ApplicationContextRunner =
        runner.withBean(Service::class.java, Supplier { Service(script) })

    override fun call(context: ApplicationContext): String = runBlocking { context.getBean<Service>().guarded() }

    override fun callWithFallback(context: ApplicationContext): String = runBlocking {
        context.getBean<Service>().withFallback()
    }

    open class Service(private val script: Script) {

        @Backoff("\${policy}")
        open suspend fun guarded(): String = script.next()

        @Backoff(fallback = "instead")
        open suspend fun withFallback(): String = script.next()

        open suspend fun instead(failure: Throwable): String {
            yield()
            return "instead of ${failure.message}"
        }
    }
}
