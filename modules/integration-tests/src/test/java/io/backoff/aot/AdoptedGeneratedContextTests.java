package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.backoff.adopt.AdoptedMethods;
import io.backoff.adopt.BackoffAdoptAutoConfiguration;
import io.backoff.adopt.framework.BackoffAdoptFrameworkAutoConfiguration;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.engine.stats.CallStatisticsRegistry;
import io.backoff.policy.Outcome;
import io.backoff.testkit.AheadOfTime;
import io.backoff.testkit.Shop.Client;
import io.backoff.testkit.Shop.HttpClient;
import io.backoff.testkit.Shop.Mails;
import io.backoff.testkit.Shop.Payments;
import io.backoff.testkit.Shop.Stock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

/** Applications that start from generated code adopt what other libraries retry. */
class AdoptedGeneratedContextTests {

    @Test
    @CompileWithForkedClassLoader // The generated code uses package-private types.
    void theModeIsDecidedWhereTheyRun() {
        AheadOfTime.build(Application.class, Map.of("backoff.adopt.mode", "off"))
                .compile(built -> {
                    built.run(Map.of(), context -> {
                        assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Client.class)))
                                .isTrue();
                        assertThat(AopUtils.isCglibProxy(context.getBean(Payments.class)))
                                .isTrue();
                        assertThat(context.getBean(Client.class).call()).isEqualTo("called");
                        assertThat(context.getBean(Payments.class).charge(0)).isEqualTo("paid");
                        assertThat(context.getBean(CallStatisticsRegistry.class).counts("adopted"))
                                .isEqualTo(Map.of(Outcome.SUCCESS, 2L));
                        assertThat(context.getBean(AdoptedMethods.class).all())
                                .extracting(AdoptedMethods.Row::name)
                                .containsExactly("HttpClient.call", "Payments.charge", "Payments.refund");
                    });
                    built.run(
                            Map.of("backoff.adopt.mode", "govern"),
                            context -> assertThat(context.getBean(AdoptedMethods.class)
                                            .all())
                                    .isNotEmpty()
                                    .allMatch(row -> row.method().guards().govern()));
                    built.run(
                            Map.of("backoff.adopt.mode", "off"),
                            context -> assertThat(context.getBean(AdoptedMethods.class)
                                            .all())
                                    .isEmpty());
                    assertThatThrownBy(() ->
                                    built.run(Map.of("backoff.adopt.policies.Payments", "paymnts"), context -> {}))
                            .rootCause()
                            .hasMessageContaining("there is no such policy");
                });
    }

    @Test
    void hintsNameTheMethodsOfEveryLibrary() {
        var hints = AheadOfTime.build(Several.class, Map.of()).hints();
        assertThat(reflection().onType(Payments.class)).accepts(hints);
        assertThat(reflection().onMethodInvocation(Payments.class, "charge")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Mails.class, "send")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Stock.class, "count")).accepts(hints);
        assertThat(reflection().onMethodInvocation(HttpClient.class, "call")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Client.class, "call")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Whole.class, "first")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Payments.class, "look")).rejects(hints);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    @ImportAutoConfiguration({
        BackoffAutoConfiguration.class,
        BackoffAdoptAutoConfiguration.class,
        BackoffAdoptFrameworkAutoConfiguration.class
    })
    public static class Application {

        @Bean
        public Payments payments() {
            return new Payments();
        }

        @Bean
        public Client client() {
            return new HttpClient();
        }
    }

    @Configuration(proxyBeanMethods = false)
    public static class Several {

        @Bean
        public Payments payments() {
            return new Payments();
        }

        @Bean
        public Mails mails() {
            return new Mails();
        }

        @Bean
        public Stock stock() {
            return new Stock();
        }

        @Bean
        public HttpClient client() {
            return new HttpClient();
        }

        @Bean
        public Whole whole() {
            return new Whole();
        }
    }

    @Retryable(delay = 0)
    public static class Whole {

        public void first() {}
    }
}
