package io.backoff.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.backoff.metrics.MeteredApplication.PaymentService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.Observation.Context;
import io.micrometer.observation.Observation.Event;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ObservedMetersTests {

    private static final Callable<?> DOWN = () -> {
        throw new IOException("down");
    };

    private final List<String> events = new ArrayList<>();
    private final ObservationRegistry observations = ObservationRegistry.create();
    private final ApplicationContextRunner application = MeteredApplication.runner(
                    SimpleMeterRegistry.class, SimpleMeterRegistry::new)
            .withBean(ObservationRegistry.class, () -> observations);

    @Test
    void currentObservationHasAnEventPerRetry() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            Observation.createNotStarted("request", observations)
                    .observe(() -> failToCharge(running.getBean(PaymentService.class)));
            assertThat(events).containsExactly("backoff.retry: retry after io", "backoff.retry: retry after io");
        });
    }

    @Test
    void nothingIsObservedOutsideOfObservations() {
        observations.observationConfig().observationHandler(new Recorder());
        application.run(running -> {
            failToCharge(running.getBean(PaymentService.class));
            assertThat(events).isEmpty();
        });
    }

    @Test
    void failingHandlerFailsNoCall() {
        observations.observationConfig().observationHandler(new Failing());
        application.run(running -> Observation.createNotStarted("request", observations)
                .observe(() -> failToCharge(running.getBean(PaymentService.class))));
        assertThat(events).hasSize(2);
    }

    private static void failToCharge(PaymentService service) {
        assertThatThrownBy(() -> service.charge(DOWN)).isInstanceOf(IOException.class);
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
}
