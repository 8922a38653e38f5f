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

    override fun call(context: ApplicationContext, policy: String): String = runBlocking {
        val service = context.getBean<Service>()
        when (policy) {
            "brief" -> service.onBrief()
            "poor" -> service.onPoor()
            "off" -> service.onOff()
            "eager" -> service.onEager()
            else -> service.onDefault()
        }
    }

    override fun callWithFallback(context: ApplicationContext): String = runBlocking {
        context.getBean<Service>().withFallback()
    }

    open class Service(private val script: Script) {

        @Backoff("default")
        open suspend fun onDefault(): String = script.next()

        @Backoff("brief")
        open suspend fun onBrief(): String = script.next()

        @Backoff("poor")
        open suspend fun onPoor(): String = script.next()

        @Backoff("off")
        open suspend fun onOff(): String = script.next()

        @Backoff("eager")
        open suspend fun onEager(): String = script.next()

        @Backoff(fallback = "instead")
        open suspend fun withFallback(): String = script.next()

        open suspend fun instead(failure: Throwable): String {
            yield()
            return "instead of ${failure.message}"
        }
    }
}
