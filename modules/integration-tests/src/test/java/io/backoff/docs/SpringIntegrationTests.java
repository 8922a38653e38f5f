package io.backoff.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.docs.code.springintegration.Advice;
import io.backoff.docs.code.springintegration.Flows;
import io.backoff.docs.code.springintegration.PaymentHandler;
import io.backoff.docs.code.springintegration.RefundHandler;
import io.backoff.http.client.BackoffHttpClientAutoConfiguration;
import io.backoff.test.FakeTime;
import io.backoff.testkit.Docs;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.annotation.Gateway;
import org.springframework.integration.annotation.IntegrationComponentScan;
import org.springframework.integration.annotation.MessagingGateway;
import org.springframework.integration.annotation.ServiceActivator;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.Pollers;
import org.springframework.integration.handler.advice.RequestHandlerRetryAdvice;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandlingException;
import org.springframework.messaging.support.ErrorMessage;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;

/** The claims about Spring Integration, tested with typical flows that call a local server. */
class SpringIntegrationTests {

    private static final Path PAGE = Docs.GUIDE.resolve("other-retries.md");
    private static final Map<String, String> CHANNELS = new LinkedHashMap<>();

    private static HttpCallee partner;
    private static ConfigurableApplicationContext application;

    static {
        CHANNELS.put("neither", "plain");
        CHANNELS.put("`@Backoff` on the method", "payments");
        CHANNELS.put("`RequestHandlerRetryAdvice`", "advised");
        CHANNELS.put("both", "both");
        CHANNELS.put("`partnerRetries`, the advice with a policy", "refunds");
        CHANNELS.put("`partnerRetries` and `@Backoff`", "bothByPolicy");
    }

    @BeforeAll
    static void start() {
        partner = new HttpCallee();
        application = new SpringApplicationBuilder(Beans.class)
                .web(WebApplicationType.NONE)
                .properties("backoff.policies.partner.strategy=none", "backoff.policies.partner.budget=none")
                .run();
    }

    @AfterAll
    static void stop() {
        application.close();
        partner.close();
    }

    @BeforeEach
    void respond() {
        partner.respondWith(503);
    }

    @ParameterizedTest
    @MethodSource
    void sendsAsManyRequests(List<String> row) {
        String channel = CHANNELS.get(row.get(0));
        send(channel);
        assertThat(partner.requests()).isEqualTo(Integer.parseInt(row.get(1)));
        partner.respondWith(400);
        send(channel);
        assertThat(partner.requests()).isEqualTo(Integer.parseInt(row.get(2)));
    }

    static Stream<List<String>> sendsAsManyRequests() {
        return table().rows().stream();
    }

    @Test
    void isCompared() {
        assertThat(table().header()).endsWith("503", "400");
        assertThat(table().rows()).extracting(row -> row.get(0)).containsExactlyElementsOf(CHANNELS.keySet());
    }

    @Test
    void retriesInTheDsl() {
        send("urgentPayments");
        assertThat(partner.requests()).isEqualTo(3);
    }

    @Test
    void wrapsTheLastFailure() {
        assertThat(send("payments"))
                .isInstanceOf(MessageHandlingException.class)
                .hasCauseInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
        assertThat(send("refunds")).hasRootCauseInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
    }

    @Test
    void sendsTheMessageAgainForEachAttemptOfAGateway() {
        assertThat(catchThrowable(() -> application.getBean(Gate.class).pay("1")))
                .isInstanceOf(HttpServerErrorException.ServiceUnavailable.class);
        assertThat(partner.requests()).isEqualTo(3);
    }

    @Test
    void doesNotMultiplyWithinTheFlowOfAGateway() {
        catchThrowable(() -> application.getBean(Gate.class).payGuarded("1"));
        assertThat(partner.requests()).isEqualTo(3);
    }

    /** The message is delivered as often as the advice makes attempts. */
    @ParameterizedTest
    @ValueSource(strings = {"stateful", "statefulAndBackoff"})
    void leavesRedeliveriesToTheSource(String channel) {
        int each = channel.equals("stateful") ? 1 : 3;
        for (int delivery = 1; delivery <= 4; delivery++) {
            assertThat(send(channel)).isNotNull();
            assertThat(partner.requests()).isEqualTo(each * delivery);
        }
    }

    @Test
    void reportsToTheErrorChannelOnce() {
        application.getBean("polled", QueueChannel.class).send(new GenericMessage<>("1"));
        Queue<Throwable> errors = application.getBean(Errors.class).received();
        await().until(() -> !errors.isEmpty());
        assertThat(partner.requests()).isEqualTo(3);
        assertThat(errors)
                .singleElement()
                .satisfies(error -> assertThat(error).hasCauseInstanceOf(HttpServerErrorException.class));
        errors.clear();
    }

    private static Throwable send(String channel) {
        var message = new GenericMessage<>("1", Map.of("number", "1"));
        return catchThrowable(
                () -> application.getBean(channel, MessageChannel.class).send(message));
    }

    private static Docs.Table table() {
        return Docs.table(PAGE, "what retries a handler");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    @IntegrationComponentScan
    @Import({Advice.class, Flows.class})
    @ImportAutoConfiguration({
        AopAutoConfiguration.class,
        BackoffAutoConfiguration.class,
        BackoffHttpClientAutoConfiguration.class,
        ImperativeHttpClientAutoConfiguration.class,
        RestClientAutoConfiguration.class
    })
    static class Beans {

        @Bean
        FakeTime time() {
            return new FakeTime();
        }

        @Bean
        RestClient partner(RestClient.Builder clients) {
            return clients.baseUrl(partner.url()).build();
        }

        @Bean
        PaymentHandler payment(RestClient partner) {
            return new PaymentHandler(partner);
        }

        @Bean
        RefundHandler refund(RestClient partner) {
            return new RefundHandler(partner);
        }

        @Bean
        Handlers handlers(RestClient partner) {
            return new Handlers(partner);
        }

        @Bean
        Errors errors() {
            return new Errors(new ConcurrentLinkedQueue<>());
        }

        @Bean
        RequestHandlerRetryAdvice defaults() {
            return new RequestHandlerRetryAdvice();
        }

        @Bean
        RequestHandlerRetryAdvice perDelivery() {
            var advice = new RequestHandlerRetryAdvice();
            advice.setStateKeyFunction(message -> message.getHeaders().getOrDefault("number", ""));
            return advice;
        }

        @Bean
        RequestHandlerRetryAdvice perDeliveryToo() {
            return perDelivery();
        }

        @Bean
        QueueChannel polled() {
            return new QueueChannel();
        }

        @Bean
        IntegrationFlow fromQueue(@Qualifier("polled") QueueChannel polled, PaymentHandler handler) {
            return IntegrationFlow.from(polled)
                    .handle(handler, "pay", endpoint -> endpoint.poller(Pollers.fixedDelay(10)))
                    .get();
        }
    }

    @MessagingGateway
    interface Gate {

        @Backoff("partner")
        @Gateway(requestChannel = "plain")
        void pay(String payment);

        @Backoff("partner")
        @Gateway(requestChannel = "payments")
        void payGuarded(String payment);
    }

    record Errors(Queue<Throwable> received) {

        @ServiceActivator(inputChannel = "errorChannel")
        public void add(ErrorMessage error) {
            received.add(error.getPayload());
        }
    }

    static class Handlers {

        private final RestClient partner;

        Handlers(RestClient partner) {
            this.partner = partner;
        }

        @ServiceActivator(inputChannel = "plain")
        public void plain(String payment) {
            pay();
        }

        @ServiceActivator(inputChannel = "advised", adviceChain = "defaults")
        public void advised(String payment) {
            pay();
        }

        @Backoff("partner")
        @ServiceActivator(inputChannel = "both", adviceChain = "defaults")
        public void both(String payment) {
            pay();
        }

        @Backoff("partner")
        @ServiceActivator(inputChannel = "bothByPolicy", adviceChain = "partnerRetries")
        public void bothByPolicy(String payment) {
            pay();
        }

        @ServiceActivator(inputChannel = "stateful", adviceChain = "perDelivery")
        public void stateful(String payment) {
            pay();
        }

        @Backoff("partner")
        @ServiceActivator(inputChannel = "statefulAndBackoff", adviceChain = "perDeliveryToo")
        public void statefulAndBackoff(String payment) {
            pay();
        }

        private void pay() {
            partner.post().uri("/payments").retrieve().toBodilessEntity();
        }
    }
}
