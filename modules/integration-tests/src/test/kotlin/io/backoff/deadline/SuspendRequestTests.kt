package io.backoff.deadline

import io.backoff.Backoff
import io.backoff.testkit.EnableLightApplication
import kotlinx.coroutines.reactor.awaitSingle
import org.springframework.boot.WebApplicationType
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration
import org.springframework.context.annotation.Configuration
import org.springframework.context.annotation.Import
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController
import org.springframework.web.reactive.function.client.WebClient
import java.util.stream.Stream

/** The time of requests to suspend functions of WebFlux. */
class SuspendRequestTests : RequestDeadlineContract(WebApplicationType.REACTIVE, Application::class.java) {

    override fun kinds(): Stream<String> = Stream.of("suspend")

    @Configuration(proxyBeanMethods = false)
    @EnableLightApplication(exclude = [DataSourceAutoConfiguration::class])
    @Import(RequestWork.Beans::class, Pages::class, Guarded::class)
    open class Application

    @RestController
    open class Pages(private val work: RequestWork, private val guarded: Guarded, client: WebClient.Builder) {

        private val client = client.build()

        @GetMapping("/suspend/{what}")
        open suspend fun page(@PathVariable what: String): String {
            work.prepare(what)
            if (work.isSlow(what)) guarded.call { work.slow() }
            return guarded.call { last(what) }
        }

        private suspend fun last(what: String): String =
            if (what == "send") {
                client.get().uri(work.target()).retrieve().toBodilessEntity().thenReturn("sent").awaitSingle()
            } else {
                work.last()
            }
    }

    open class Guarded {

        @Backoff("minute")
        open suspend fun call(attempt: suspend () -> String): String = attempt()
    }
}
