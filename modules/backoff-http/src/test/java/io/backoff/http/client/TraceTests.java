package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.context.BackoffContextAutoConfiguration;
import io.backoff.engine.BackoffOperations;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.metrics.BackoffObservationDocumentation.RequestKey;
import io.backoff.reactor.BackoffReactor;
import io.backoff.testkit.FakeCallee;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestClientObservationAutoConfiguration;
import org.springframework.boot.restclient.autoconfigure.RestTemplateObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.webclient.autoconfigure.WebClientObservationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.http.client.observation.ClientRequestObservationConvention;
import org.springframework.http.client.observation.DefaultClientRequestObservationConvention;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** What a trace shows of guarded calls: their spans are exported to a collector that speaks OTLP. */
class TraceTests {

    private static final String RESEND_COUNT = RequestKey.RESEND_COUNT.asString();

    private final FakeCallee callee = new FakeCallee();
    private final TraceCollector collector = new TraceCollector();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(OtlpHttpSpanExporter.builder()
                    .setEndpoint(collector.endpoint())
                    .build()))
            .build();
    private final ApplicationContextRunner application = ClientApplication.runner()
            .withConfiguration(AutoConfigurations.of(
                    BackoffContextAutoConfiguration.class,
                    BackoffMetricsAutoConfiguration.class,
                    ObservationAutoConfiguration.class,
                    RestClientObservationAutoConfiguration.class,
                    RestTemplateObservationAutoConfiguration.class,
                    WebClientObservationAutoConfiguration.class))
            .withBean(SimpleMeterRegistry.class)
            .withBean("tracing", ObservationHandler.class, this::tracing)
            .withPropertyValues("backoff.http.client.attempt-header=never");

    @AfterEach
    void stop() {
        provider.close();
        collector.close();
        callee.close();
    }

    @ParameterizedTest
    @EnumSource
    void showsAttemptsAndTheirCall(Way way) {
        application.run(running -> observe(running, way));

        Span call = collector.span("checkout");
        assertThat(attributes(call)).containsEntry("backoff.policy", "p").containsEntry("backoff.outcome", "exhausted");
        assertThat(call.getEventsList())
                .extracting(Span.Event::getName)
                .filteredOn(name -> name.startsWith("retry"))
                .containsExactly("retry after http_5xx", "retry after http_5xx");
        List<Span> requests = collector.spans(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(requests).hasSize(3).allSatisfy(request -> {
            assertThat(request.getTraceId()).isEqualTo(call.getTraceId());
            assertThat(request.getParentSpanId()).isEqualTo(call.getSpanId());
        });
        assertThat(requests)
                .extracting(request -> attributes(request).get(RESEND_COUNT))
                .containsExactly(null, "1", "2");
    }

    /** A count would be a tag that only some requests have. */
    @Test
    void metersOfRequestsDoNotShowTheCount() {
        application.run(running -> {
            running.getBean(ObservationRegistry.class)
                    .observationConfig()
                    .observationHandler(new DefaultMeterObservationHandler(running.getBean(MeterRegistry.class)));
            observe(running, Way.BLOCKING);

            assertThat(running.getBean(MeterRegistry.class)
                            .get("http.client.requests")
                            .timers())
                    .singleElement()
                    .satisfies(timer ->
                            assertThat(timer.getId().getTag(RESEND_COUNT)).isNull());
        });
    }

    @Test
    void theApplicationKeepsItsConvention() {
        application
                .withBean(ClientRequestObservationConvention.class, OwnConvention::new)
                .run(running -> observe(running, Way.BLOCKING));

        assertThat(collector.spans(Span.SpanKind.SPAN_KIND_CLIENT))
                .extracting(request -> attributes(request).get(RESEND_COUNT))
                .containsExactly(null, "1", "2");
        assertThat(collector.spans(Span.SpanKind.SPAN_KIND_CLIENT))
                .allSatisfy(request -> assertThat(request.getName()).isEqualTo("own"));
    }

    @Test
    void countsNothingOutsideOfCalls() {
        application.run(running -> catchThrowable(() -> running.getBean(RestClient.Builder.class)
                .build()
                .get()
                .uri(callee.url())
                .retrieve()
                .toBodilessEntity()));
        flush();

        assertThat(collector.spans(Span.SpanKind.SPAN_KIND_CLIENT))
                .singleElement()
                .satisfies(request -> assertThat(attributes(request)).doesNotContainKey(RESEND_COUNT));
    }

    private void observe(ApplicationContext running, Way way) {
        Observation call = Observation.createNotStarted("checkout", running.getBean(ObservationRegistry.class));
        assertThat(catchThrowable(() -> call.observe(() -> way.call(running, callee.url(), call))))
                .isNotNull();
        flush();
    }

    private void flush() {
        assertThat(provider.forceFlush().join(10, TimeUnit.SECONDS).isSuccess()).isTrue();
    }

    private static Map<String, String> attributes(Span span) {
        return span.getAttributesList().stream()
                .collect(Collectors.toMap(
                        each -> each.getKey(), each -> each.getValue().getStringValue()));
    }

    private ObservationHandler<?> tracing() {
        ContextPropagators propagators = ContextPropagators.create(W3CTraceContextPropagator.getInstance());
        io.opentelemetry.api.trace.Tracer tracer = provider.get("test");
        Tracer bridge = new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {});
        return new ObservationHandler.FirstMatchingCompositeObservationHandler(
                new PropagatingSenderTracingObservationHandler<>(bridge, new OtelPropagator(propagators, tracer)),
                new DefaultTracingObservationHandler(bridge));
    }

    /** The ways to make a call that sends a request in each attempt. */
    enum Way {
        BLOCKING {
            @Override
            void call(ApplicationContext context, String url, Observation caller) {
                RestClient client = context.getBean(RestClient.Builder.class).build();
                context.getBean(BackoffOperations.class)
                        .call("p", () -> client.get().uri(url).retrieve().toBodilessEntity());
            }
        },
        FUTURE {
            @Override
            void call(ApplicationContext context, String url, Observation caller) {
                WebClient client = context.getBean(WebClient.Builder.class).build();
                context.getBean(BackoffOperations.class)
                        .callAsync(
                                "p",
                                () -> client.get()
                                        .uri(url)
                                        .retrieve()
                                        .toBodilessEntity()
                                        .toFuture())
                        .join();
            }
        },
        REACTIVE {
            @Override
            void call(ApplicationContext context, String url, Observation caller) {
                WebClient client = context.getBean(WebClient.Builder.class).build();
                context.getBean(BackoffReactor.class)
                        .call("p", () -> client.get().uri(url).retrieve().toBodilessEntity())
                        .contextWrite(each -> each.put(ObservationThreadLocalAccessor.KEY, caller))
                        .block();
            }
        };

        abstract void call(ApplicationContext context, String url, Observation caller);
    }

    private static final class OwnConvention extends DefaultClientRequestObservationConvention {

        @Override
        public String getContextualName(
                org.springframework.http.client.observation.ClientRequestObservationContext context) {
            return "own";
        }
    }
}
