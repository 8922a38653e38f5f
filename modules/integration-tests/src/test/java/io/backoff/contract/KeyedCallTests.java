package io.backoff.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import io.backoff.Backoff;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.grpc.client.BackoffGrpcClientAutoConfiguration;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys.Usage;
import io.backoff.reactor.BackoffReactor;
import io.backoff.reactor.BackoffReactorAutoConfiguration;
import io.backoff.rxjava.BackoffRxJavaAutoConfiguration;
import io.backoff.test.FakeTime;
import io.reactivex.rxjava3.core.Single;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Every kind of call takes its retries from the bucket of its key, which is read when the method is invoked. */
class KeyedCallTests {

    private final ApplicationContextRunner application = configured(new ApplicationContextRunner())
            .withConfiguration(AutoConfigurations.of(
                    AopAutoConfiguration.class,
                    BackoffAutoConfiguration.class,
                    BackoffReactorAutoConfiguration.class,
                    BackoffRxJavaAutoConfiguration.class,
                    BackoffGrpcClientAutoConfiguration.class))
            .withBean(FakeTime.class)
            .withBean(Crm.class)
            .withPropertyValues("backoff.budgets.crm.burst=10", "backoff.policies.crm.max-attempts=2");

    /** Adds what this way of intercepting calls needs. */
    ApplicationContextRunner configured(ApplicationContextRunner runner) {
        return runner;
    }

    private enum Kind {
        VALUE((crm, tenant) -> crm.value(tenant)),
        FUTURE((crm, tenant) -> crm.future(tenant).join()),
        LISTENABLE((crm, tenant) -> Futures.getUnchecked(crm.listenable(tenant))),
        MONO((crm, tenant) -> crm.mono(tenant).block()),
        FLUX((crm, tenant) -> crm.flux(tenant).blockLast()),
        SINGLE((crm, tenant) -> crm.single(tenant).blockingGet());

        private final BiConsumer<Crm, Tenant> call;

        Kind(BiConsumer<Crm, Tenant> call) {
            this.call = call;
        }
    }

    @ParameterizedTest
    @EnumSource
    void takesRetriesFromTheBucketOfTheKey(Kind kind) {
        application.run(context -> {
            Tenant tenant = new Tenant("acme");
            kind.call.accept(context.getBean(Crm.class), tenant);
            assertUsage(context, "acme", 9);
            assertThat(tenant.reads).hasValue(1);
        });
    }

    @Test
    void allSubscriptionsHaveTheKeyOfTheInvocation() {
        application.run(context -> {
            Tenant tenant = new Tenant("acme");
            Mono<String> mono = context.getBean(Crm.class).mono(tenant);
            Single<String> single = context.getBean(Crm.class).single(tenant);
            assertThat(tenant.reads).hasValue(2);
            mono.block();
            mono.block();
            single.blockingGet();
            assertThat(tenant.reads).hasValue(2);
            assertUsage(context, "acme", 7);
        });
    }

    @Test
    void publishersFromCodeHaveKeys() {
        application.run(context -> {
            BackoffReactor backoff = context.getBean(BackoffReactor.class);
            Crm crm = new Crm();
            backoff.call("crm", "acme", () -> Mono.fromCallable(crm::attempt)).block();
            backoff.callMany(
                            "crm", "acme", () -> Mono.fromCallable(crm::attempt).flux())
                    .blockLast();
            assertUsage(context, "acme", 8);
        });
    }

    private static void assertUsage(ApplicationContext context, String key, int tokens) {
        assertThat(context.getBean(BackoffPolicies.class).get("crm").keys().mostDenied("crm", 10))
                .extracting(Usage::key, Usage::tokens)
                .containsExactly(tuple(key, tokens));
    }

    public static class Crm {

        private final AtomicInteger attempts = new AtomicInteger();

        String attempt() {
            if (attempts.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("down");
            }
            return "done";
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public String value(Tenant tenant) {
            return attempt();
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public CompletableFuture<String> future(Tenant tenant) {
            return CompletableFuture.completedFuture(attempt());
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public ListenableFuture<String> listenable(Tenant tenant) {
            return Futures.immediateFuture(attempt());
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public Mono<String> mono(Tenant tenant) {
            return Mono.fromCallable(this::attempt);
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public Flux<String> flux(Tenant tenant) {
            return Mono.fromCallable(this::attempt).flux();
        }

        @Backoff(value = "crm", key = "#tenant.id")
        public Single<String> single(Tenant tenant) {
            return Single.fromCallable(this::attempt);
        }
    }

    public static final class Tenant {

        private final String id;
        private final AtomicInteger reads = new AtomicInteger();

        Tenant(String id) {
            this.id = id;
        }

        public String getId() {
            reads.incrementAndGet();
            return id;
        }
    }
}
