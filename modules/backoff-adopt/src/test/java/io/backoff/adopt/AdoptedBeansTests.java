package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.adopt.AdoptedMethods.Row;
import io.backoff.policy.Outcome;
import io.backoff.testkit.Shop.Client;
import io.backoff.testkit.Shop.Everything;
import io.backoff.testkit.Shop.HttpClient;
import io.backoff.testkit.Shop.Payments;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.aopalliance.aop.Advice;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultBeanFactoryPointcutAdvisor;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinitionCustomizer;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.SimpleThreadScope;
import org.springframework.resilience.annotation.Retryable;

/** Beans of every kind have one row and their series from the start. */
@NullMarked
@ExtendWith(OutputCaptureExtension.class)
class AdoptedBeansTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Libraries.All.class)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new);

    @Test
    void prototypes() {
        with("client", HttpClient.class, definition -> definition.setScope("prototype"))
                .run(context -> {
                    assertThat(rows(context)).containsExactly("client HttpClient.call");
                    assertThat(series(context)).containsExactly("HttpClient.call");
                    context.getBean(HttpClient.class).call();
                    context.getBean(HttpClient.class).call();
                    assertThat(rows(context)).containsExactly("client HttpClient.call");
                    assertThat(calls(context, "HttpClient.call")).isEqualTo(2);
                });
    }

    @Test
    void scopedBeans(CapturedOutput output) {
        application.withUserConfiguration(Scoped.class).run(context -> {
            assertThat(rows(context)).containsExactly("scopedTarget.client HttpClient.call");
            context.getBean("client", HttpClient.class).call();
            assertThat(output).doesNotContain("is opaque");
            assertThat(rows(context)).containsExactly("scopedTarget.client HttpClient.call");
            assertThat(series(context)).containsExactly("HttpClient.call");
            assertThat(calls(context, "HttpClient.call")).isEqualTo(1);
        });
    }

    @Test
    void lazyBeans() {
        with("client", HttpClient.class, definition -> definition.setLazyInit(true))
                .run(context -> {
                    assertThat(rows(context)).containsExactly("client HttpClient.call");
                    context.getBean(HttpClient.class).call();
                    assertThat(rows(context)).containsExactly("client HttpClient.call");
                    assertThat(series(context)).containsExactly("HttpClient.call");
                });
    }

    /** Only the object tells its class. */
    @Test
    void lazyBeansThatAreDeclaredByTheirInterface() {
        with("client", Client.class, definition -> definition.setLazyInit(true)).run(context -> {
            assertThat(rows(context)).containsExactly("client Client.call");
            assertThat(series(context)).containsExactly("Client.call");
            context.getBean(Client.class).call();
            assertThat(rows(context)).containsExactly("client HttpClient.call");
            assertThat(calls(context, "HttpClient.call")).isEqualTo(1);
        });
    }

    /** One bean's name is the other's up to its first blank. */
    @Test
    void beansWithABlankInTheirName() {
        with("client b", HttpClient.class, definition -> definition.setLazyInit(true))
                .withBean("client", HttpClient.class, HttpClient::new, definition -> definition.setLazyInit(true))
                .run(context -> {
                    context.getBean("client");
                    assertThat(rows(context)).containsExactly("client HttpClient.call", "client b HttpClient.call");
                });
    }

    @Test
    void productsOfFactories() {
        application.withUserConfiguration(Factory.class).run(context -> {
            assertThat(rows(context)).containsExactly("client HttpClient.call");
            assertThat(series(context)).containsExactly("HttpClient.call");
            context.getBean(HttpClient.class).call();
            assertThat(rows(context)).containsExactly("client HttpClient.call");
            assertThat(calls(context, "HttpClient.call")).isEqualTo(1);
        });
    }

    @Test
    void factoriesAndTheirProducts() {
        application.withBean("client", Clients.class).run(context -> {
            assertThat(rows(context)).containsExactly("client Clients.warm", "client HttpClient.call");
            context.getBean(HttpClient.class).call();
            context.getBean(Clients.class).warm();
            assertThat(rows(context)).containsExactly("client Clients.warm", "client HttpClient.call");
            assertThat(series(context)).containsExactlyInAnyOrder("Clients.warm", "HttpClient.call");
        });
    }

    @Test
    void twoBeansOfOneClass() {
        application
                .withBean("a", Payments.class)
                .withBean("b", Payments.class)
                .run(context -> assertThat(rows(context))
                        .containsExactly(
                                "a Payments.charge", "a Payments.refund", "b Payments.charge", "b Payments.refund"));
    }

    @Test
    void beansThatAreRegisteredLater() {
        application.run(context -> {
            assertThat(rows(context)).isEmpty();
            var running = (GenericApplicationContext) context.getSourceApplicationContext();
            running.registerBean("client", HttpClient.class);
            context.getBean(HttpClient.class).call();
            assertThat(rows(context)).containsExactly("client HttpClient.call");
            assertThat(series(context)).containsExactly("HttpClient.call");
        });
    }

    /** Their advice is adjacent on the proxy. */
    @Test
    void methodsOfSeveralLibraries() {
        application.withBean(Everything.class).run(context -> {
            context.getBean(Everything.class).sell();
            assertThat(context.getBean(AdoptedMethods.class).all())
                    .extracting(row -> row.method().library().id()
                            + row.method().guards().calls().calls(Outcome.SUCCESS))
                    .containsExactly("resilience4j1", "spring-framework2", "spring-retry2");
            assertThat(((Advised) context.getBean(Everything.class)).getAdvisors())
                    .filteredOn(AdoptedAdvisor.class::isInstance)
                    .hasSize(6);
        });
    }

    /** Such an advisor creates a bean when it is asked for its advice, even while other beans are created. */
    @Test
    void adviceOfOthersIsNotLookedUp() {
        var other = new DefaultBeanFactoryPointcutAdvisor() {
            @Override
            public Advice getAdvice() {
                throw new AssertionError("creates a bean");
            }
        };
        application.run(
                context -> assertThat(context.getBeansOfType(RetryLibrary.class).values())
                        .hasSize(3)
                        .noneMatch(each -> each.isRetryAdvice(other)));
    }

    private ApplicationContextRunner with(
            String name, Class<? super HttpClient> type, BeanDefinitionCustomizer settings) {
        return application.withBean(name, type, HttpClient::new, settings);
    }

    private static List<String> rows(AssertableApplicationContext context) {
        return context.getBean(AdoptedMethods.class).all().stream()
                .map((Row row) -> row.bean() + " " + row.name())
                .toList();
    }

    private static Set<String> series(AssertableApplicationContext context) {
        return context.getBean(MeterRegistry.class).find("backoff.calls").functionCounters().stream()
                .map(each -> each.getId().getTag("method"))
                .collect(Collectors.toSet());
    }

    private static double calls(AssertableApplicationContext context, String method) {
        return context
                .getBean(MeterRegistry.class)
                .find("backoff.calls")
                .tags(List.of(Tag.of("method", method)))
                .functionCounters()
                .stream()
                .mapToDouble(each -> each.count())
                .sum();
    }

    @Configuration(proxyBeanMethods = false)
    static class Scoped {

        @Bean
        static CustomScopeConfigurer threads() {
            var scopes = new CustomScopeConfigurer();
            scopes.addScope("thread", new SimpleThreadScope());
            return scopes;
        }

        @Bean
        @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
        HttpClient client() {
            return new HttpClient();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Factory {

        @Bean
        FactoryBean<HttpClient> client() {
            return new PlainClients();
        }
    }

    static class PlainClients implements FactoryBean<HttpClient> {

        @Override
        public HttpClient getObject() {
            return new HttpClient();
        }

        @Override
        public Class<?> getObjectType() {
            return HttpClient.class;
        }
    }

    /** Creates a client, and is retried itself. */
    static class Clients extends PlainClients {

        @Retryable(delay = 0)
        public void warm() {}
    }
}
