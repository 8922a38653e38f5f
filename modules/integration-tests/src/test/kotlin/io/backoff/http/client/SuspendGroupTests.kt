package io.backoff.http.client


import io.backoff.autoconfigure.BackoffAutoConfiguration
import io.backoff.kotlin.BackoffKotlinAutoConfiguration
import io.backoff.reactor.BackoffReactorAutoConfiguration
import io.backoff.test.FakeTime
import io.backoff.testkit.FakeCallee
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.catchThrowable
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.getBean
import org.springframework.boot.autoconfigure.AutoConfigurations
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration
import org.springframework.boot.http.client.autoconfigure.service.HttpServiceClientPropertiesAutoConfiguration
import org.springframework.boot.test.context.runner.ApplicationContextRunner
import org.springframework.boot.webclient.autoconfigure.WebClientAutoConfiguration
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration
import org.springframework.context.annotation.Configuration
import org.springframework.web.service.annotation.GetExchange
import org.springframework.web.service.registry.HttpServiceGroup
import org.springframework.web.service.registry.HttpServiceProxyRegistry
import org.springframework.web.service.registry.ImportHttpServices

/** Suspend functions of the clients of an HTTP service group. */
class SuspendGroupTests {

    private val callee = FakeCallee()

    @AfterEach
    fun stop() {
        callee.close()
    }

    @Test
    fun areGuarded() {
        ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(
                    BackoffAutoConfiguration::class.java,
                    BackoffHttpClientAutoConfiguration::class.java,
                    BackoffReactorAutoConfiguration::class.java,
                    BackoffKotlinAutoConfiguration::class.java,
                    HttpServiceClientPropertiesAutoConfiguration::class.java,
                    ReactiveHttpClientAutoConfiguration::class.java,
                    ReactiveHttpServiceClientAutoConfiguration::class.java,
                    WebClientAutoConfiguration::class.java,
                ),
            )
            .withBean(FakeTime::class.java)
            .withUserConfiguration(Services::class.java)
            .withPropertyValues(
                "backoff.policies.p.strategy=constant",
                "backoff.policies.p.delay=100ms",
                "backoff.policies.p.jitter=none",
                "backoff.policies.p.max-elapsed=10s",
                "backoff.policies.p.budget=none",
                "spring.http.serviceclient.shop.base-url=" + callee.url(),
                "backoff.http.client.groups.shop=p",
            )
            .run { running ->
                assertThat(running).hasNotFailed()
                val bean = running.getBean<Orders>()
                val registered = running.getBean<HttpServiceProxyRegistry>().getClient("shop", Orders::class.java)

                assertThat(catchThrowable { runBlocking { bean.get() } }).isNotNull()
                assertThat(callee.attempts())
                    .containsExactly(listOf(), listOf("1;max=3;ttl=9900"), listOf("2;max=3;ttl=9800"))
                assertThat(catchThrowable { runBlocking { registered.get() } }).isNotNull()
                assertThat(callee.attempts()).hasSize(6)
            }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "shop", types = [Orders::class], clientType = HttpServiceGroup.ClientType.WEB_CLIENT)
    open class Services

    interface Orders {

        @GetExchange("/orders")
        suspend fun get(): String
    }
}
