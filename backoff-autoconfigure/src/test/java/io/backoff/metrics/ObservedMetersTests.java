package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.engine.BackoffOperations;
import io.backoff.engine.stats.CallCounts;
import io.backoff.metrics.BackoffObservationDocumentation.CallEvent;
import io.backoff.metrics.BackoffObservationDocumentation.CallKey;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.backoff.reactor.BackoffReactor;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Mono;

/** Guarded calls in observations, and conventions of the application for their key values and tags. */
class ObservedMetersTests {

    private static final Callable<?> DOWN = () -> {
        throw new IOException("down");
    };
    private static final String RETRY = "backoff.retry: retry after io";
    private final List<String> events = new ArrayList<>();
    private final ObservationRegistry observations = ObservationRegistry.create();

    private final ApplicationContextRunner application = MeteredApplication.runner(
                    SimpleMeterRegistry.class, SimpleMeterRegistry::new)
            .withConfiguration(AutoConfigurations.of(BackoffReactorAutoConfiguration.class))
            .withBean(ObservationRegistry.class, () -> observations);

    @Test
    void aBlockingCallIsReportedToTheObservation() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            Observation request = Observation.createNotStarted("request", observations);
            request.observe(() -> failToCharge(running.getBean(PaymentService.class)));
            assertThat(events).containsExactly(RETRY, RETRY);
            assertThatCallIs(request, "exhausted");
        });
    }

    @Test
    void aFutureIsReportedToTheObservationOfItsCaller() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            Observation request = Observation.start("request", observations);
            CompletableFuture<String> first = new CompletableFuture<>();
            CompletableFuture<String> result = request.scoped(() -> running.getBean(BackoffOperations.class)
                    .callAsync("payments", () -> first.isDone() ? CompletableFuture.completedFuture("paid") : first));
            first.completeExceptionally(new IOException("down"));
            assertThat(result).isCompletedWithValue("paid");
            assertThat(events).containsExactly(RETRY);
            assertThatCallIs(request, "recovered");
        });
    }

    @Test
    void aPublisherIsReportedToTheObservationOfItsSubscriber() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            Observation request = Observation.start("request", observations);
            Mono<String> call = running.getBean(BackoffReactor.class)
                    .<String>call("payments", () -> Mono.error(new IOException("down")))
                    .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, request));
            assertThatThrownBy(call::block).hasRootCauseMessage("down");
            assertThat(observations.getCurrentObservation()).isNull();
            assertThat(events).containsExactly(RETRY, RETRY);
            assertThatCallIs(request, "exhausted");
        });
    }

    @Test
    void nothingIsReportedOutsideOfObservations() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            failToCharge(running.getBean(PaymentService.class));
            assertThat(events).isEmpty();
        });
    }

    @Test
    void failingHandlerFailsNoCall() {
        observations.observationConfig().observationHandler(new Failing());
        application.run(running -> {
            Observation.createNotStarted("request", observations)
                    .observe(() -> failToCharge(running.getBean(PaymentService.class)));
            assertThat(events).hasSize(2);
            assertThat(calls(running.getBean(MeterRegistry.class), "exhausted")).isOne();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHandlerThatFailsAtAScopeFailsNoPublisher(boolean opens) {
        Recorder failing = new Recorder() {
            @Override
            public void onScopeOpened(Context context) {
                failIf(opens);
            }

            @Override
            public void onScopeClosed(Context context) {
                failIf(!opens);
            }
        };
        observations.observationConfig().observationHandler(failing);
        Observation request = Observation.start("request", observations);
        application.run(running -> {
            Mono<String> call = running.getBean(BackoffReactor.class)
                    .<String>call("payments", () -> Mono.error(new IOException("down")))
                    .contextWrite(context -> context.put(ObservationThreadLocalAccessor.KEY, request));
            assertThatThrownBy(call::block).hasRootCauseMessage("down");
            assertThat(observations.getCurrentObservation()).isNull();
            assertThat(running.getBean(MeterRegistry.class)
                            .get("backoff.calls")
                            .tags("method", "programmatic", "outcome", "exhausted")
                            .functionCounter()
                            .count())
                    .isOne();
        });
    }

    private static void failIf(boolean condition) {
        if (condition) {
            throw new IllegalStateException("handler");
        }
    }

    /** A guarded call must not give the requests that make one series of their own. */
    @Test
    void metersOfObservationsStayUniform() {
        MeteredApplication.runner(
                        PrometheusMeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
                .withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
                .withBean(ObservationRegistry.class, () -> observations)
                .run(running -> {
                    MeterRegistry registry = running.getBean(MeterRegistry.class);
                    observations.observationConfig().observationHandler(new DefaultMeterObservationHandler(registry));
                    Observation.createNotStarted("request", observations).observe(() -> {});
                    Observation guarded = Observation.createNotStarted("request", observations);
                    guarded.observe(() -> failToCharge(running.getBean(PaymentService.class)));
                    assertThat(registry.get("request").timers())
                            .singleElement()
                            .satisfies(timer -> assertThat(timer.count()).isEqualTo(2))
                            .extracting(Meter::getId)
                            .satisfies(id ->
                                    assertThat(id.getTag("backoff.policy")).isNull());
                });
    }

    @Test
    void theUsualNamesAreDocumented() {
        recorded().run(running -> {
            Observation.Context call = call(running);

            assertThat(call.getLowCardinalityKeyValues())
                    .extracting(KeyValue::getKey)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(CallKey.values()).map(CallKey::asString).toList());
            assertThat(call.getHighCardinalityKeyValues()).isEmpty();
            assertThat(events).containsOnly(CallEvent.RETRY.getName() + ": retry after io");
        });
    }

    @Test
    void aBeanReplacesKeyValues() {
        recorded().withBean(BackoffObservationConvention.class, Own::new).run(running -> {
            Observation.Context call = call(running);

            assertThat(call.getLowCardinalityKeyValues()).containsExactly(KeyValue.of("backoff.outcome", "ended"));
            assertThat(call.getHighCardinalityKeyValues())
                    .containsExactlyInAnyOrder(
                            KeyValue.of("shop.call", "PaymentService.charge by payments"),
                            KeyValue.of("shop.attempts", "3"));
        });
    }

    @Test
    void aGlobalConventionDoesToo() {
        recorded()
                .withBean(GlobalObservationConvention.class, Global::new)
                .run(running -> assertThat(call(running).getHighCardinalityKeyValues())
                        .containsExactly(KeyValue.of("global", "EXHAUSTED")));
    }

    @Test
    void aBeanTakesPrecedenceOverAGlobalConvention() {
        recorded()
                .withBean(GlobalObservationConvention.class, Global::new)
                .withBean(BackoffObservationConvention.class, Own::new)
                .run(running -> assertThat(call(running).getHighCardinalityKeyValue("global"))
                        .isNull());
    }

    @Test
    void aFailingConventionHarmsNoCall() {
        recorded()
                .withBean(BackoffObservationConvention.class, FailingConvention::new)
                .run(running -> {
                    Observation.Context call = call(running);

                    assertThat(call.getAllKeyValues()).isEmpty();
                    assertThat(exhausted(running, "policy", "payments", "method", "PaymentService.charge"))
                            .isOne();
                });
    }

    @Test
    void aBeanAddsTags() {
        recorded()
                .withBean(BackoffMeterConvention.class, () -> (calls, usual) -> usual.and("team", calls.policy() + "!"))
                .run(running -> {
                    call(running);

                    assertThat(exhausted(running, "method", "PaymentService.charge", "team", "payments!"))
                            .isOne();
                    assertThat(running.getBean(MeterRegistry.class)
                                    .get("backoff.attempts")
                                    .tag("team", "payments!")
                                    .summary()
                                    .mean())
                            .isEqualTo(3);
                });
    }

    @Test
    void methodsMayShareSeries() {
        recorded()
                .withBean(BackoffMeterConvention.class, () -> (calls, usual) -> Tags.of("all", "calls"))
                .run(running -> {
                    call(running);

                    assertThat(exhausted(running, "all", "calls")).isOne();
                });
    }

    @Test
    void failingTagsAreTheUsualOnes() {
        recorded().withBean(BackoffMeterConvention.class, FailingTags::new).run(running -> {
            call(running);

            assertThat(exhausted(running, "policy", "payments", "method", "PaymentService.charge"))
                    .isOne();
        });
    }

    private static void assertThatCallIs(Observation observation, String outcome) {
        assertThat(observation.getContext())
                .asString()
                .containsPattern("lowCardinalityKeyValues=\\[[^]]*backoff.outcome='" + outcome + "'")
                .containsPattern("lowCardinalityKeyValues=\\[[^]]*backoff.policy='payments'");
    }

    private static double calls(MeterRegistry registry, String outcome) {
        return registry.get("backoff.calls")
                .tags("policy", "payments", "method", "PaymentService.charge", "outcome", outcome)
                .functionCounter()
                .count();
    }

    private static void failToCharge(PaymentService service) {
        assertThatThrownBy(() -> service.charge(DOWN)).isInstanceOf(IOException.class);
    }

    private ApplicationContextRunner recorded() {
        observations.observationConfig().observationHandler(new Recorder());
        return application;
    }

    private Observation.Context call(ApplicationContext running) {
        Observation request = Observation.createNotStarted("request", observations);
        request.observe(() -> assertThatIOException()
                .isThrownBy(() -> running.getBean(PaymentService.class).charge(DOWN)));
        return request.getContext();
    }

    private static double exhausted(ApplicationContext running, String... tags) {
        return running.getBean(MeterRegistry.class)
                .get("backoff.calls")
                .tags(tags)
                .tag("outcome", "exhausted")
                .functionCounter()
                .count();
    }

    private class Recorder implements ObservationHandler<Context> {

        @Override
        public void onEvent(Event event, Context context) {
            events.add(event.getName() + ": " + event.getContextualName());
        }

        @Override
        public boolean supportsContext(Context context) {
            return true;
        }
    }

    private final class Failing extends Recorder {

        @Override
        public void onEvent(Event event, Context context) {
            super.onEvent(event, context);
            throw new IllegalStateException("handler");
        }
    }

    private static final class Own implements BackoffObservationConvention {

        @Override
        public KeyValues getLowCardinalityKeyValues(BackoffCallContext call) {
            return KeyValues.of("backoff.outcome", "ended", "shop.call", call.getMethod() + " by " + call.getPolicy());
        }

        @Override
        public KeyValues getHighCardinalityKeyValues(BackoffCallContext call) {
            return KeyValues.of("shop.attempts", Integer.toString(call.getAttempts()));
        }
    }

    private static final class Global implements GlobalObservationConvention<BackoffCallContext> {

        @Override
        public KeyValues getLowCardinalityKeyValues(BackoffCallContext call) {
            return KeyValues.of("global", call.getOutcome().name());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof BackoffCallContext;
        }
    }

    private static final class FailingConvention implements BackoffObservationConvention {

        @Override
        public KeyValues getLowCardinalityKeyValues(BackoffCallContext call) {
            throw new IllegalStateException("convention");
        }
    }

    private static final class FailingTags implements BackoffMeterConvention {

        @Override
        public Tags getTags(CallCounts calls, Tags usual) {
            throw new IllegalStateException("convention");
        }
    }
}
