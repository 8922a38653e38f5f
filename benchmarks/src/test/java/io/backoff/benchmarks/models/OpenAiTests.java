package io.backoff.benchmarks.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.openai.errors.BadRequestException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.test.FakeTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The claims of docs/other-retries.md about a model with an SDK that retries: OpenAI's, and a local server. */
class OpenAiTests {

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;
    private int status = 503;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void multipliesUnlessToldNotTo() throws IOException {
        int alone = requestsOf(model(OpenAiChatOptions.builder()), false);
        int both = requestsOf(model(OpenAiChatOptions.builder()), true);
        assertThat(Files.readString(Path.of(System.getProperty("basedir", "."), "..", "docs", "other-retries.md")))
                .contains("| OpenAI | by OpenAI's SDK | %d | %d |".formatted(alone, both));
        assertThat(requestsOf(model(OpenAiChatOptions.builder().maxRetries(0)), true))
                .isEqualTo(3);
    }

    @Test
    void retriesBadRequestsUnlessResponsesAreRead() {
        status = 400;
        ChatModel model = model(OpenAiChatOptions.builder().maxRetries(0));
        assertThat(requestsOf(model, true)).isEqualTo(3);
        application(model).withUserConfiguration(OpenAiResponses.class).run(context -> {
            requests.set(0);
            assertThat(catchThrowable(() -> context.getBean(Assistant.class).answer()))
                    .isInstanceOf(BadRequestException.class);
            assertThat(requests).hasValue(1);
        });
    }

    @Test
    void waitsAsToldIfResponsesAreRead() {
        status = 429;
        application(model(OpenAiChatOptions.builder().maxRetries(0)))
                .withUserConfiguration(OpenAiResponses.class)
                .run(context -> {
                    catchThrowable(() -> context.getBean(Assistant.class).answer());
                    assertThat(context.getBean(FakeTime.class).waits())
                            .hasSize(2)
                            .allMatch(delay -> delay.compareTo(Duration.ofSeconds(2)) >= 0);
                });
    }

    private int requestsOf(ChatModel model, boolean guarded) {
        requests.set(0);
        application(model)
                .run(context -> catchThrowable(() -> {
                    if (guarded) {
                        context.getBean(Assistant.class).answer();
                    } else {
                        model.call("Why?");
                    }
                }));
        return requests.get();
    }

    private static ApplicationContextRunner application(ChatModel model) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, BackoffAutoConfiguration.class))
                .withBean(FakeTime.class)
                .withBean(Assistant.class, () -> new Assistant(model));
    }

    private ChatModel model(OpenAiChatOptions.Builder options) {
        return OpenAiChatModel.builder()
                .options(options.baseUrl(
                                "http://localhost:" + server.getAddress().getPort())
                        .apiKey("none")
                        .model("gpt")
                        .build())
                .build();
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.incrementAndGet();
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Retry-After", "2");
            // The SDK alone reads this header, and prefers it: its retries wait in real time.
            exchange.getResponseHeaders().set("Retry-After-Ms", "1");
            exchange.sendResponseHeaders(status, -1);
        }
    }

    static class Assistant {

        private final ChatModel model;

        Assistant(ChatModel model) {
            this.model = model;
        }

        @Backoff
        public String answer() {
            return model.call("Why?");
        }
    }
}
