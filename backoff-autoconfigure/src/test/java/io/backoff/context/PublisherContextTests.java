package io.backoff.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.Backoff;
import io.backoff.reactor.BackoffReactor;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.testkit.Applications;
import io.micrometer.context.ContextRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Attempts of publishers begin with the thread locals of the subscription, with or without automatic propagation. */
@Timeout(30)
class PublisherContextTests {

    private static final ThreadLocal<String> USER = new ThreadLocal<>();

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final ApplicationContextRunner application = Applications.backoff(
                    BackoffContextAutoConfiguration.class, BackoffReactorAutoConfiguration.class)
            .withPropertyValues("backoff.policies.default.delay=1ms");

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor("user", USER);
        USER.set("ada");
    }

    @AfterEach
    void remove() {
        Hooks.disableAutomaticContextPropagation();
        ContextRegistry.getInstance().removeThreadLocalAccessor("user");
        USER.remove();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void attemptsOfAMonoSeeWhatTheCallerSees(boolean automatic) {
        propagate(automatic);
        application.run(running -> {
            await(reactor(running).call("default", () -> Mono.defer(() -> failing("subscription"))));
            assertThat(seen).containsExactly("subscription ada", "subscription ada", "subscription ada");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void attemptsOfAFluxSeeWhatTheCallerSees(boolean automatic) {
        propagate(automatic);
        application.run(running -> {
            await(reactor(running).callMany("default", () -> failing("method").flux()));
            assertThat(seen).containsExactly("method ada", "method ada", "method ada");
        });
    }

    @Test
    void anAttemptAfterADelaySeesWhatTheCallerSees() {
        application
                .withPropertyValues("backoff.policies.default.wait-first=true")
                .run(running -> {
                    await(reactor(running).call("default", () -> failing("method")));
                    assertThat(seen).containsOnly("method ada");
                });
    }

    @Test
    void fallbacksSeeWhatTheCallerSees() {
        Orders orders = new Orders();
        application.withBean(Orders.class, () -> orders).run(running -> {
            await(running.getBean(Orders.class).order());
            assertThat(seen).containsExactly("fallback ada", "its subscription ada");
        });
    }

    @Test
    void attemptsDoNotSeeWhatTheirThreadHasLeft() {
        USER.remove();
        application.withPropertyValues("backoff.policies.default.delay=0").run(running -> {
            await(reactor(running).call("default", () -> {
                seen.add(String.valueOf(USER.get()));
                return Mono.fromCallable(() -> {
                            USER.set("somebody else");
                            throw new IllegalStateException();
                        })
                        .subscribeOn(Schedulers.single());
            }));
            assertThat(seen).containsExactly("null", "null", "null");
        });
    }

    @Test
    void aReactorContextWinsWithAutomaticPropagation() {
        propagate(true);
        application.run(running -> {
            await(reactor(running)
                    .call("default", () -> failing("method"))
                    .contextWrite(context -> context.put("user", "bob")));
            assertThat(seen).containsExactly("method bob", "method bob", "method bob");
        });
    }

    private static void propagate(boolean automatic) {
        if (automatic) {
            Hooks.enableAutomaticContextPropagation();
        }
    }

    private static BackoffReactor reactor(ApplicationContext running) {
        return running.getBean(BackoffReactor.class);
    }

    /** Waits for the end without {@code block()}, which would put the thread locals into the Reactor context. */
    private static void await(Publisher<?> call) throws Exception {
        Flux.from(call).onErrorComplete().then().toFuture().get(20, TimeUnit.SECONDS);
    }

    private Mono<String> failing(String place) {
        seen.add(place + " " + USER.get());
        return Mono.error(new IllegalStateException());
    }

    class Orders {

        @Backoff(fallback = "instead")
        Mono<String> order() {
            return Mono.error(new IllegalStateException());
        }

        Mono<String> instead() {
            seen.add("fallback " + USER.get());
            return Mono.fromCallable(() -> {
                seen.add("its subscription " + USER.get());
                return "instead";
            });
        }
    }
}
