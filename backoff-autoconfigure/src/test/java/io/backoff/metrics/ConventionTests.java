package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.backoff.engine.stats.CallCounts;
import io.backoff.metrics.BackoffObservationDocumentation.CallEvent;
import io.backoff.metrics.BackoffObservationDocumentation.CallKey;
import io.backoff.metrics.MeteredApplication.PaymentService;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** Applications replace the key values and tags of guarded calls. */
class ConventionTests {

    private final List<String> events = new ArrayList<>();
    private final ObservationRegistry observations = ObservationRegistry.create();
    private final ApplicationContextRunner application = MeteredApplication.runner(
                    SimpleMeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(ObservationRegistry.class, () -> observations);

    ConventionTests() {
        observations.observationConfig().observationHandler(new Events());
    }

    @Test
    void theUsualNamesAreDocumented() {
        application.run(running -> {
            Observation.Context call = call(running);

            assertThat(call.getLowCardinalityKeyValues())
                    .extracting(KeyValue::getKey)
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.of(CallKey.values()).map(CallKey::asString).toList());
            assertThat(call.getHighCardinalityKeyValues()).isEmpty();
            assertThat(events).containsOnly(CallEvent.RETRY.getName());
        });
    }

    @Test
    void aBeanReplacesKeyValues() {
        application.withBean(BackoffObservationConvention.class, Own::new).run(running -> {
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
        application
                .withBean(GlobalObservationConvention.class, Global::new)
                .run(running -> assertThat(call(running).getHighCardinalityKeyValues())
                        .containsExactly(KeyValue.of("global", "EXHAUSTED")));
    }

    @Test
    void aBeanTakesPrecedenceOverAGlobalConvention() {
        application
                .withBean(GlobalObservationConvention.class, Global::new)
                .withBean(BackoffObservationConvention.class, Own::new)
                .run(running -> assertThat(call(running).getHighCardinalityKeyValue("global"))
                        .isNull());
    }

    @Test
    void aFailingConventionHarmsNoCall() {
        application.withBean(BackoffObservationConvention.class, Failing::new).run(running -> {
            Observation.Context call = call(running);

            assertThat(call.getAllKeyValues()).isEmpty();
            assertThat(exhausted(running, "policy", "payments", "method", "PaymentService.charge"))
                    .isOne();
        });
    }

    @Test
    void aBeanAddsTags() {
        application
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
        application
                .withBean(BackoffMeterConvention.class, () -> (calls, usual) -> Tags.of("all", "calls"))
                .run(running -> {
                    call(running);

                    assertThat(exhausted(running, "all", "calls")).isOne();
                });
    }

    @Test
    void failingTagsAreTheUsualOnes() {
        application.withBean(BackoffMeterConvention.class, FailingTags::new).run(running -> {
            call(running);

            assertThat(exhausted(running, "policy", "payments", "method", "PaymentService.charge"))
                    .isOne();
        });
    }

    private Observation.Context call(ApplicationContext running) {
        Observation request = Observation.createNotStarted("request", observations);
        request.observe(() -> assertThatIOException()
                .isThrownBy(() -> running.getBean(PaymentService.class).charge(() -> {
                    throw new IOException("down");
                })));
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

    private static final class Failing implements BackoffObservationConvention {

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

    private final class Events implements ObservationHandler<Observation.Context> {

        @Override
        public void onEvent(Event event, Observation.Context context) {
            events.add(event.getName());
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return true;
        }
    }
}
