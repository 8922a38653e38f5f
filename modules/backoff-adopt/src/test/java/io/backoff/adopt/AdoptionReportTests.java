package io.backoff.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.Backoff;
import io.backoff.testkit.Shop.Client;
import io.backoff.testkit.Shop.Everything;
import io.backoff.testkit.Shop.HttpClient;
import io.backoff.testkit.Shop.Mails;
import io.backoff.testkit.Shop.Payments;
import io.backoff.testkit.Shop.Stages;
import io.backoff.testkit.Shop.Stock;
import java.util.List;
import java.util.concurrent.Flow.Publisher;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.autoproxy.AbstractAutoProxyCreator;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.resilience.annotation.Retryable;

/** What is logged at startup about the retries of other libraries. */
@NullMarked
@ExtendWith(OutputCaptureExtension.class)
class AdoptionReportTests {

    private static final String NOTHING = "Backoff guards no methods: no bean has @Backoff";
    private static final String GOVERN = "; set 'backoff.adopt.mode' to 'govern' to put retries under budgets";
    private static final String OBSERVE = "; set 'backoff.adopt.mode' to 'observe' to only count calls";

    static Stream<Arguments> counts() {
        String guards = "Backoff guards 1 method by 1 policy and 1 budget";
        return Stream.of(
                arguments(
                        "observe",
                        List.of(Payments.class, Mails.class, Stock.class),
                        NOTHING + "\n"
                                + "Backoff observes 4 retried methods (resilience4j 1, spring-framework 2, spring-retry 1)"
                                + GOVERN),
                arguments("observe", List.of(Guarded.class), guards),
                arguments(
                        "observe",
                        List.of(Guarded.class, Stock.class),
                        guards + "\n" + "Backoff observes 1 retried method (resilience4j 1)" + GOVERN),
                arguments(
                        "govern",
                        List.of(Guarded.class),
                        guards + "\n"
                                + "Backoff governs no retried methods, because no other library retries a method of a bean"),
                // These delays end.
                arguments(
                        "govern",
                        List.of(Mails.class),
                        NOTHING + "\n" + "Backoff governs 1 retried method (spring-retry 1)" + OBSERVE));
    }

    @ParameterizedTest
    @MethodSource("counts")
    void countsMethodsByLibrary(String mode, List<Class<?>> beans, String lines, CapturedOutput output) {
        Startup startup = new Startup(output, "backoff.adopt.mode=" + mode);
        assertThat(String.join("\n", startup.lines(beans.toArray(Class<?>[]::new))))
                .isEqualTo(lines);
    }

    @Test
    void namesMethodsWhoseDelaysPass(CapturedOutput output) {
        assertThat(new Startup(output, "backoff.adopt.mode=govern").lines(Payments.class, Mails.class))
                .containsExactly(
                        NOTHING,
                        "Backoff governs 3 retried methods (spring-framework 2, spring-retry 1)" + OBSERVE,
                        "Callers of Payments.charge, Payments.refund wait for the delays of spring-framework even if "
                                + "retries are denied: these calls cannot be ended early. Keep delays short and "
                                + "attempts few.");
    }

    @Test
    void namesThreeMethodsAndCountsTheOthers(CapturedOutput output) {
        assertThat(new Startup(output, "backoff.adopt.mode=govern").lines(Payments.class, Many.class))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("Callers of Many.first, Many.second, Payments.charge and 1 more wait"));
    }

    @Test
    void isSilentAboutChildren(CapturedOutput output) {
        assertThat(new Startup(output)
                        .lines(
                                context -> {
                                    try (AnnotationConfigApplicationContext child =
                                            new AnnotationConfigApplicationContext()) {
                                        child.setParent(context);
                                        child.refresh();
                                    }
                                },
                                Mails.class))
                .containsExactly(NOTHING, "Backoff observes 1 retried method (spring-retry 1)" + GOVERN);
    }

    @Test
    void isSilentIfSwitchedOff(CapturedOutput output) {
        Startup off = new Startup(output, "backoff.adopt.mode=off", "backoff.adopt.policies.Paymets=default");
        assertThat(off.lines(Payments.class, Mails.class, Stages.class)).containsExactly(NOTHING);
    }

    @Test
    void countsEachLibraryOfAMethod(CapturedOutput output) {
        assertThat(new Startup(output).lines(Everything.class))
                .containsExactly(
                        NOTHING,
                        "Backoff observes 3 retried methods (resilience4j 1, spring-framework 1, spring-retry 1)"
                                + GOVERN,
                        "Everything.sell is retried by resilience4j and by spring-framework and by spring-retry: "
                                + "attempts multiply. Remove one of the annotations, or set 'backoff.adopt.mode' to "
                                + "'govern', which lets one of them retry.");
    }

    @Test
    void warnsOfBudgetsThatNoMethodUses(CapturedOutput output) {
        Startup startup = new Startup(
                output,
                "backoff.adopt.mode=govern",
                "backoff.budgets.[Mails.snd].burst=3",
                "backoff.budgets.[Mails.send].burst=3");
        assertThat(startup.lines(Mails.class))
                .filteredOn(line -> line.startsWith("backoff.budgets."))
                .singleElement()
                .asString()
                .startsWith("backoff.budgets.Mails.snd")
                .endsWith("is not used by any adopted method; did you mean 'Mails.send'?");
    }

    @Test
    void warnsOfPoliciesWithTheNameOfAnInstance(CapturedOutput output) {
        assertThat(new Startup(output, "backoff.policies.inventory.enabled=true").lines(Stock.class))
                .contains("Policy 'inventory' has the name of a Resilience4j instance, but does not apply to it. "
                        + "Write 'backoff.adopt.policies.inventory: inventory', or rename the policy.");
    }

    @Test
    void isSilentAboutPoliciesOfInstancesThatAreMapped(CapturedOutput output) {
        Startup startup = new Startup(
                output, "backoff.policies.inventory.enabled=true", "backoff.adopt.policies.inventory=inventory");
        assertThat(startup.lines(Stock.class)).noneMatch(line -> line.startsWith("Policy 'inventory'"));
    }

    @Test
    void warnsOfRetriesThatNeverEnd(CapturedOutput output) {
        assertThat(new Startup(output, "backoff.adopt.mode=govern").lines(Endless.class))
                .contains("The retries of io.backoff.adopt.AdoptionReportTests$Endless.call are only observed: they "
                        + "are unlimited, and a call whose retries are denied would never end. Limit the attempts.");
    }

    static class Endless {

        @org.springframework.resilience.annotation.Retryable(maxRetries = Long.MAX_VALUE)
        public void call() {}
    }

    @Test
    void countsLazyBeansOnce(CapturedOutput output) {
        assertThat(new Startup(output)
                        .lines(context -> context.getBean(Client.class).call(), Late.class))
                .containsExactly(NOTHING, "Backoff observes 1 retried method (spring-framework 1)" + GOVERN);
    }

    @Test
    void countsBeansOfApplicationsThatAreLazy(CapturedOutput output) {
        assertThat(new Startup(output, "spring.main.lazy-initialization=true").lines(Payments.class))
                .containsExactly(NOTHING, "Backoff observes 2 retried methods (spring-framework 2)" + GOVERN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"observe", "govern"})
    void warnsOfStagesThatAreReadAgain(String mode, CapturedOutput output) {
        assertThat(new Startup(output, "backoff.adopt.mode=" + mode).lines(Stages.class))
                .containsOnlyOnce("The retries of io.backoff.testkit.Shop$Stages.later do not call the method again: "
                        + "spring-framework re-reads the same CompletionStage, so they cannot succeed. Annotate "
                        + "the method with @Backoff instead, which calls it again.");
    }

    @Test
    void warnsOfPublishersThatCannotBeFollowed(CapturedOutput output) {
        assertThat(new Startup(output).lines(Streams.class))
                .containsExactly(
                        "The retries of io.backoff.adopt.AdoptionReportTests$Streams.stream are not adopted: it "
                                + "returns java.util.concurrent.Flow$Publisher, whose subscriptions cannot be observed, "
                                + "unlike those of Mono and Flux. Its calls are neither counted nor governed.",
                        NOTHING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frozen", "opaque"})
    void warnsOfProxiesThatCannotBeAdopted(String setting, CapturedOutput output) {
        assertThat(new Startup(output, "test.proxies." + setting + "=true").lines(Proxies.class))
                .containsExactly(
                        "The retries of io.backoff.testkit.Shop$Stock.count are not adopted: the proxy of the bean "
                                + "'stock' is " + setting + ". Its calls are neither counted nor governed.",
                        NOTHING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Payments.chrge | ; did you mean 'Payments.charge'?",
                "Paymets | ; did you mean 'Payments'?",
                "inventry | ; did you mean 'inventory'?",
                "payments.chrge | ; did you mean 'Payments.charge'?",
                "Customers | .",
            })
    void warnsOfPoliciesThatNothingUses(String key, String suggestion, CapturedOutput output) {
        Startup startup = new Startup(output, "backoff.adopt.policies." + key + "=default");
        assertThat(startup.lines(Payments.class, Stock.class))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("'backoff.adopt.policies' maps '" + key + "' (")
                        .endsWith("), but no adopted method, class or instance has that name" + suggestion));
    }

    @Test
    void warnsOfPoliciesWithoutAnyAdoptedMethod(CapturedOutput output) {
        assertThat(new Startup(output, "backoff.adopt.policies.Payments=default").lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("'backoff.adopt.policies' maps 'Payments' (")
                        .endsWith("), but no adopted method, class or instance has that name."));
    }

    /** No bean of Backoff or of the application exists before all post-processors do. */
    @Test
    void createsNoBeanEarly(CapturedOutput output) {
        String checker = "org.springframework.context.support.PostProcessorRegistrationDelegate";
        Startup startup = new Startup(output, "logging.level." + checker + "=info");
        assertThat(startup.lines(Payments.class, Mails.class, Stock.class))
                .noneMatch(line -> line.contains("not eligible") && line.contains("ackoff"))
                .noneMatch(line -> line.contains("not eligible") && line.contains("Shop$"))
                .contains("Backoff observes 4 retried methods (resilience4j 1, spring-framework 2, spring-retry 1)"
                        + GOVERN);
    }

    static class Many {

        @Retryable(delay = 0)
        public void first() {}

        @Retryable(delay = 0)
        public void second() {}
    }

    static class Guarded {

        @Backoff
        public void send() {}
    }

    static class Streams {

        @Retryable(delay = 0)
        public @Nullable Publisher<String> stream() {
            return null;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Late {

        @Bean
        @Lazy
        Client client() {
            return new HttpClient();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Proxies {

        @Bean
        static Creating creating(Environment environment) {
            return new Creating(environment);
        }

        @Bean
        Stock stock() {
            return new Stock();
        }
    }

    /** Configures the proxies that the container creates. */
    record Creating(Environment environment) implements BeanPostProcessor, PriorityOrdered {

        @Override
        public Object postProcessBeforeInitialization(Object bean, String name) {
            if (bean instanceof AbstractAutoProxyCreator creator) {
                creator.setFrozen(environment.containsProperty("test.proxies.frozen"));
                creator.setOpaque(environment.containsProperty("test.proxies.opaque"));
            }
            return bean;
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
