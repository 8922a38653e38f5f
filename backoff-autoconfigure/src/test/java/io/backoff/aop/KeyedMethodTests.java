package io.backoff.aop;

import static io.backoff.testkit.Applications.budget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys.Usage;
import io.backoff.testkit.Warnings;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AliasFor;

/** Methods whose calls share retries by key. */
class KeyedMethodTests {

    @RegisterExtension
    private final Warnings warnings = new Warnings();

    @ParameterizedTest
    @EnumSource
    void deniesTheKeyThatHasUsedUpItsShareAndNoOther(Contexts proxies) {
        proxies.runner(Service.class)
                .withPropertyValues(budget("payments", "burst=4, min-per-second=0"))
                .run(context -> {
                    Client client = context.getBean(Client.class);
                    for (int i = 0; i < 5; i++) {
                        catchThrowable(() -> client.call(new Tenant("bad"), 3));
                    }
                    refill(context);
                    assertThat(catchThrowable(() -> client.call(new Tenant("bad"), 2)))
                            .hasMessage("down");
                    assertThat(client.call(new Tenant("good"), 2)).isEqualTo("done");
                    assertThat(usages(context)).extracting(Usage::key).containsExactly("bad", "good");
                });
    }

    @Test
    void evaluatesOncePerCall() {
        run((context, client) -> {
            Tenant tenant = new Tenant("a");
            client.call(tenant, 2);
            assertThat(tenant.reads).hasValue(1);
        });
    }

    @Test
    void evaluatesBeforeTheFirstAttemptOfAFuture() {
        run((context, client) -> {
            Tenant tenant = new Tenant("a");
            client.callLater(tenant);
            assertThat(tenant.reads).hasValue(1);
            assertThat(usages(context)).extracting(Usage::key).containsExactly("a");
        });
    }

    @Test
    void mergesMetaAnnotations() {
        run((context, client) -> {
            client.ofMeta("a");
            client.ofAlias("b");
            assertThat(usages(context)).extracting(Usage::key).containsExactlyInAnyOrder("a", "b");
        });
    }

    @Test
    void readsArgumentsByNumber() {
        run((context, client) -> {
            client.byNumber(1, List.of("a", "b"));
            assertThat(usages(context)).extracting(Usage::key).containsExactly("b");
        });
    }

    @Test
    void aCallWithoutAKeyIsWarnedAboutOnce() {
        run((context, client) -> {
            assertThat(client.call(new Tenant(null), 2)).isEqualTo("done");
            assertThat(client.call(new Tenant(" "), 2)).isEqualTo("done");
            assertThat(client.call(null, 2)).isEqualTo("done");
            assertThat(usages(context)).isEmpty();
            assertThat(context.getBean(BackoffPolicies.class)
                            .get("payments")
                            .budget()
                            .tokens())
                    .isEqualTo(17);
        });
        assertThat(warnings.messages())
                .containsExactly("A call of Service.call (policy 'payments') has no key, because it"
                        + " was null: its retries depend on the budget of the policy alone. This is logged once");
    }

    private static void run(BiConsumer<ApplicationContext, Client> test) {
        Contexts.CGLIB.runner(Service.class).run(context -> test.accept(context, context.getBean(Client.class)));
    }

    private static void refill(ApplicationContext context) {
        context.getBean(BackoffPolicies.class).get("payments").budget().refill();
    }

    private static List<Usage> usages(ApplicationContext context) {
        return context.getBean(BackoffPolicies.class).get("payments").keys().mostDenied("payments", 10);
    }

    interface Client {

        String call(Tenant tenant, int attempts);

        CompletableFuture<String> callLater(Tenant tenant);

        void ofMeta(String tenant);

        void ofAlias(String name);

        void byNumber(int index, List<String> tenants);
    }

    static class Service implements Client {

        private int failed;

        @Override
        @Backoff(value = "payments", key = "#tenant.id")
        public String call(Tenant tenant, int attempts) {
            if (++failed < attempts) {
                throw new IllegalStateException("down", new IOException());
            }
            failed = 0;
            return "done";
        }

        @Override
        @Backoff(value = "payments", key = "#tenant.id")
        public CompletableFuture<String> callLater(Tenant tenant) {
            return ++failed == 1
                    ? CompletableFuture.failedFuture(new IOException("down"))
                    : CompletableFuture.completedFuture("done");
        }

        @Override
        @ByTenant
        public void ofMeta(String tenant) {}

        @Override
        @ByKey("#name")
        public void ofAlias(String name) {}

        @Override
        @Backoff(value = "payments", key = "#a1[#p0]")
        public void byNumber(int index, List<String> tenants) {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Backoff(value = "payments", key = "#tenant")
    @interface ByTenant {}

    @Retention(RetentionPolicy.RUNTIME)
    @Backoff("payments")
    @interface ByKey {

        @AliasFor(annotation = Backoff.class, attribute = "key")
        String value();
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
