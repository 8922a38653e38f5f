package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.code.springai.Assistant;
import io.backoff.docs.code.springai.Responses;
import io.backoff.docs.code.springai.Retries;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.ollama.OllamaChatModel;
import org.springframework.ai.ollama.OllamaEmbeddingModel;
import org.springframework.ai.ollama.api.OllamaApi;
import org.springframework.ai.ollama.api.OllamaChatOptions;
import org.springframework.ai.retry.RetryUtils;
import org.springframework.ai.retry.autoconfigure.SpringAiRetryAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResponseErrorHandler;
import org.springframework.web.client.RestClient;

/** The claims about Spring AI, tested with its model and its retries against a local server. */
class SpringAiTests {

    private static final Path PAGE = Docs.GUIDE.resolve("other-retries.md");
    private static final int[] STATUSES = {503, 429, 400};
    private static final UnaryOperator<ApplicationContextRunner> AS_IT_IS = application -> application;
    private static final UnaryOperator<ApplicationContextRunner> NO_RETRIES =
            application -> application.withPropertyValues("spring.ai.retry.max-attempts=0");
    private static final Map<String, Scenario> SCENARIOS = new LinkedHashMap<>();

    private static HttpCallee provider;

    static {
        SCENARIOS.put("Spring AI, by its defaults", new Scenario(AS_IT_IS, false));
        SCENARIOS.put("both, by their defaults", new Scenario(AS_IT_IS, true));
        SCENARIOS.put("`@Backoff`, Spring AI's retries off", new Scenario(NO_RETRIES, true));
        SCENARIOS.put(
                "`@Backoff`, Spring AI's retries off, `on-http-codes: 429`",
                new Scenario(
                        application ->
                                NO_RETRIES.apply(application).withPropertyValues("spring.ai.retry.on-http-codes=429"),
                        true));
        SCENARIOS.put(
                "`@Backoff`, Spring AI's retries off, `responsesOfModels`",
                new Scenario(
                        application -> NO_RETRIES.apply(application).withUserConfiguration(Responses.class), true));
        SCENARIOS.put(
                "Spring AI, with `retriesOfModels`",
                new Scenario(application -> application.withUserConfiguration(Retries.class), false));
        SCENARIOS.put(
                "Spring AI, with `retriesOfModels` and `responsesOfModels`",
                new Scenario(application -> application.withUserConfiguration(Retries.class, Responses.class), false));
        SCENARIOS.put(
                "both, with `retriesOfModels`",
                new Scenario(application -> application.withUserConfiguration(Retries.class), true));
    }

    @BeforeAll
    static void start() {
        provider = new HttpCallee();
    }

    @AfterAll
    static void stop() {
        provider.close();
    }

    @ParameterizedTest
    @MethodSource
    void sendsAsManyRequests(List<String> row) {
        Scenario scenario = SCENARIOS.get(row.get(0));
        scenario.application().apply(application()).withPropertyValues(quick()).run(context -> {
            for (int i = 0; i < STATUSES.length; i++) {
                provider.respondWith(STATUSES[i]);
                catchThrowable(() -> scenario.call(context));
                assertThat(provider.requests()).as("%s", STATUSES[i]).isEqualTo(Integer.parseInt(row.get(i + 1)));
            }
        });
    }

    static Stream<List<String>> sendsAsManyRequests() {
        return table().rows().stream();
    }

    @Test
    void isCompared() {
        assertThat(table().header()).endsWith("503", "429", "400");
        assertThat(table().rows()).extracting(row -> row.get(0)).containsExactlyElementsOf(SCENARIOS.keySet());
    }

    @Test
    void waitsAsToldIfTheResponseIsKept() {
        NO_RETRIES.apply(application()).withUserConfiguration(Responses.class).run(context -> {
            provider.respondWith(429);
            assertThat(catchThrowable(() -> answer(context)))
                    .isInstanceOf(HttpClientErrorException.TooManyRequests.class);
            assertThat(context.getBean(FakeTime.class).waits())
                    .hasSize(2)
                    .allMatch(delay -> delay.compareTo(Duration.ofSeconds(2)) >= 0);
            assertThat(provider.attempts().get(1)).startsWith("1;max=3");
        });
    }

    @Test
    void doesNotWaitAsToldBySpringAi() {
        NO_RETRIES
                .apply(application())
                .withPropertyValues("spring.ai.retry.on-http-codes=429")
                .run(context -> {
                    provider.respondWith(429);
                    catchThrowable(() -> answer(context));
                    assertThat(context.getBean(FakeTime.class).waits())
                            .hasSize(2)
                            .allMatch(delay -> delay.compareTo(Duration.ofSeconds(1)) < 0);
                });
    }

    @Test
    void retriesNeitherStreamsNorEmbeddings() {
        application().withPropertyValues(quick()).run(context -> {
            provider.respondWith(503);
            catchThrowable(
                    () -> context.getBean(OllamaChatModel.class).stream("Why?").blockLast());
            assertThat(provider.requests()).isOne();
            var embeddings = OllamaEmbeddingModel.builder()
                    .ollamaApi(context.getBean(OllamaApi.class))
                    .build();
            catchThrowable(() -> embeddings.embed("Why?"));
            assertThat(provider.requests()).isEqualTo(2);
        });
    }

    private static void answer(AssertableApplicationContext context) {
        context.getBean(Assistant.class).answer("Why?");
    }

    private static Docs.Table table() {
        return Docs.table(PAGE, "who retries");
    }

    private static ApplicationContextRunner application() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        BackoffAutoConfiguration.class,
                        BackoffHttpClientAutoConfiguration.class,
                        ImperativeHttpClientAutoConfiguration.class,
                        RestClientAutoConfiguration.class,
                        SpringAiRetryAutoConfiguration.class))
                .withUserConfiguration(Models.class)
                .withBean(FakeTime.class)
                .withBean(Assistant.class)
                .withPropertyValues("backoff.policies.assistant.budget=none");
    }

    /** Spring's template waits in real time. */
    private static String[] quick() {
        return new String[] {
            "spring.ai.retry.backoff.initial-interval=1ms",
            "spring.ai.retry.backoff.multiplier=1",
            "backoff.policies.assistant.strategy=none",
            "backoff.policies.assistant.honor-retry-after=false"
        };
    }

    private record Scenario(UnaryOperator<ApplicationContextRunner> application, boolean guarded) {

        void call(AssertableApplicationContext context) {
            if (guarded) {
                answer(context);
            } else {
                context.getBean(ChatModel.class).call("Why?");
            }
        }
    }

    /** The beans of Spring AI's starter for Ollama. */
    static class Models {

        @Bean
        OllamaApi ollamaApi(RestClient.Builder clients, ResponseErrorHandler responses) {
            return OllamaApi.builder()
                    .baseUrl(provider.url())
                    .restClientBuilder(clients)
                    .responseErrorHandler(responses)
                    .build();
        }

        @Bean
        OllamaChatModel ollamaChatModel(OllamaApi api, ObjectProvider<RetryTemplate> retries) {
            return OllamaChatModel.builder()
                    .ollamaApi(api)
                    .options(OllamaChatOptions.builder().model("mistral").build())
                    .retryTemplate(retries.getIfUnique(() -> RetryUtils.DEFAULT_RETRY_TEMPLATE))
                    .build();
        }
    }
}
