package io.backoff.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.tuple;

import io.backoff.Backoff;
import io.backoff.config.InvalidPropertyException;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.Keys.Usage;
import io.backoff.testkit.FakeCallee;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Rejections;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.ImportHttpServices;
import org.springframework.web.util.DefaultUriBuilderFactory;
import org.springframework.web.util.UriBuilderFactory;
import reactor.core.publisher.Mono;

/** Groups whose calls share retries by host, and requests that a group should not repeat. */
@Logged(GuardedGroups.class)
class KeyedGroupTests {

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

    @RegisterExtension
    final FakeCallee other = new FakeCallee();

    private final ApplicationContextRunner bare = ClientApplication.runner()
            .withConfiguration(AutoConfigurations.of(ReactiveHttpServiceClientAutoConfiguration.class))
            .withUserConfiguration(Services.class)
            .withPropertyValues(
                    "spring.http.serviceclient.shop.base-url=" + callee.url() + "/base",
                    "spring.http.serviceclient.bank.base-url=" + callee.url(),
                    "absolute=" + other.url(),
                    "backoff.policies.once.max-attempts=1",
                    "backoff.policies.p.budget=p");
    private final ApplicationContextRunner byHost = bare.withPropertyValues(
            "backoff.http.client.groups.shop.policy=p",
            "backoff.http.client.groups.shop.key=host",
            "backoff.http.client.groups.bank.policy=p",
            "backoff.http.client.groups.bank.key=HOST");

    @Test
    void aRelativeRequestGoesToTheBaseUrl() {
        keys(byHost, running -> running.getBean(Orders.class).get("7"), host(callee));
    }

    @Test
    void aReactiveRequestGoesToTheBaseUrl() {
        keys(byHost, running -> running.getBean(Bank.class).get().block(), host(callee));
    }

    @Test
    void anAbsoluteUrlWins() {
        keys(byHost, running -> running.getBean(Orders.class).absolute("7"), host(other));
    }

    @Test
    void anArgumentWins() {
        keys(
                byHost,
                running -> running.getBean(Orders.class)
                        .at(URI.create(other.url() + "/x"), URI.create("http://callback.example.com")),
                host(other));
        keys(
                byHost,
                running -> running.getBean(Orders.class).by(new DefaultUriBuilderFactory(other.url())),
                host(other));
    }

    @Test
    void anAnnotatedArgumentIsAnotherPartOfTheRequest() {
        keys(
                byHost,
                running -> running.getBean(Orders.class).callingBack(URI.create("http://callback.example.com")),
                host(callee));
    }

    @Test
    void aVariableMayNameTheHost() {
        keys(
                byHost,
                running -> running.getBean(Orders.class).ofShard(other.url().replaceAll(".*:", "")),
                host(other));
    }

    @Test
    void withoutAKeyRetriesAreSharedByAll() {
        keys(
                bare.withPropertyValues("backoff.http.client.groups.shop=p"),
                running -> running.getBean(Orders.class).get("7"));
        keys(
                bare.withPropertyValues("backoff.http.client.groups.shop.policy=p"),
                running -> running.getBean(Orders.class).get("7"));
    }

    @Test
    void anAnnotationHasAKeyOfItsOwn() {
        keys(byHost, running -> running.getBean(Orders.class).annotated("acme"), "acme");
    }

    @Test
    void anAnnotationWithoutAKeyHasNone() {
        keys(byHost, running -> running.getBean(Orders.class).annotated());
    }

    /** Each of the two calls has the key that is set where it is made; the retries are those of the client. */
    @Test
    void aCallAroundHasAKeyOfItsOwn() {
        byHost.run(running -> {
            BackoffOperations operations = running.getBean(BackoffOperations.class);
            Orders orders = running.getBean(Orders.class);
            assertThat(catchThrowable(() -> operations.call("p", "acme", () -> orders.get("7"))))
                    .isNotNull();
            assertThat(usages(running))
                    .extracting(Usage::key, Usage::tokens)
                    .containsExactlyInAnyOrder(tuple("acme", 20), tuple(host(callee), 18));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "https://user:secret@Example.com/x, example.com:443",
        "http://my_service/x, my_service:80",
        "http://[::1]:8080/x, '[::1]:8080'",
        "http://[::1]/x, '[::1]:80'",
        "/x,",
        "mailto:someone@example.com,"
    })
    void readsHostAndPort(URI uri, String expected) {
        assertThat(RequestHost.hostAndPort(uri)).isEqualTo(expected);
    }

    @Test
    void rejectsAKeyWithoutAPolicy() {
        bare.withPropertyValues("backoff.http.client.groups.shop.key=host")
                .run(running -> assertThat(running.getStartupFailure())
                        .isInstanceOfSatisfying(InvalidPropertyException.class, failure -> {
                            assertThat(failure.property()).isEqualTo("backoff.http.client.groups.shop.key");
                            assertThat(failure.origin()).isNotEqualTo("configuration");
                            assertThat(failure.remedy())
                                    .isEqualTo("Name a policy in 'backoff.http.client.groups.shop.policy'.");
                        })
                        .satisfies(Rejections::areExplained));
    }

    @Test
    void namesTheOriginOfAnUnknownPolicy() {
        bare.withPropertyValues("backoff.http.client.groups.shop.policy=q")
                .run(running -> assertThat(running.getStartupFailure())
                        .isInstanceOfSatisfying(
                                InvalidPropertyException.class,
                                failure -> assertThat(failure.origin()).isNotEqualTo("configuration")));
    }

    @Test
    void warnsOfRepeatedPostsOnce(CapturedOutput output) {
        bare.withPropertyValues("backoff.http.client.groups.shop=p")
                .run(running -> assertThat(running).hasNotFailed());
        assertThat(output)
                .containsOnlyOnce(
                        "'backoff.http.client.groups.shop' retries POST or PATCH requests without an idempotency "
                                + "key, so the callee may process them more than once: Orders.place. If the callee");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff.http.client.idempotency-key=true",
                "backoff.http.client.groups.shop=once",
                "backoff.policies.p.enabled=false"
            })
    void doesNotWarnOfPostsThatAreSafe(String property, CapturedOutput output) {
        bare.withPropertyValues("backoff.http.client.groups.shop=p", property)
                .run(running -> assertThat(running).hasNotFailed());
        assertThat(output).doesNotContain("retries POST");
    }

    @Test
    void readsTheMethodOfTheInterface(CapturedOutput output) {
        bare.withUserConfiguration(Payments.class)
                .withPropertyValues("backoff.http.client.groups.till=p", "backoff.http.client.groups.safe=p")
                .run(running -> assertThat(running).hasNotFailed());
        assertThat(output).containsOnlyOnce("retries POST").contains("more than once: Till.charge. If the callee");
    }

    private static String host(FakeCallee callee) {
        return callee.url().substring("http://".length());
    }

    private static void keys(
            ApplicationContextRunner application, Consumer<ApplicationContext> call, String... expected) {
        application.run(running -> {
            assertThat(running).hasNotFailed();
            assertThat(catchThrowable(() -> call.accept(running))).isNotNull();
            assertThat(usages(running)).extracting(Usage::key).containsExactly(expected);
            assertThat(usages(running))
                    .allSatisfy(each -> assertThat(each.tokens()).isEqualTo(18));
        });
    }

    private static List<Usage> usages(ApplicationContext running) {
        return running.getBean(BackoffPolicies.class).get("p").keys().mostDenied("p", 10);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "shop", types = Orders.class)
    @ImportHttpServices(group = "bank", types = Bank.class, clientType = ClientType.WEB_CLIENT)
    static class Services {}

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "till", types = Till.class)
    @ImportHttpServices(group = "safe", types = Safe.class)
    static class Payments {}

    @HttpExchange(url = "/payments", method = "POST")
    public interface Till {

        @HttpExchange("/charge")
        String charge();

        @GetExchange("/status")
        String status();
    }

    @HttpExchange(method = "POST", headers = "Idempotency-Key=7")
    public interface Safe {

        @HttpExchange("/store")
        String store();
    }

    public interface Bank {

        @GetExchange("/get")
        Mono<String> get();
    }

    public interface Orders {

        @GetExchange("/get/{id}")
        String get(@PathVariable String id);

        @GetExchange("${absolute}/get/{id}")
        String absolute(@PathVariable String id);

        @GetExchange("http://localhost:{shard}/get")
        String ofShard(@PathVariable("shard") String name);

        @GetExchange
        String at(URI url, @RequestParam URI callback);

        @GetExchange("/get")
        String callingBack(@RequestParam URI callback);

        @GetExchange("/get")
        String by(UriBuilderFactory factory);

        @Backoff(value = "p", key = "#tenant")
        @GetExchange("/get")
        String annotated(@RequestParam String tenant);

        @Backoff("p")
        @GetExchange("/get")
        String annotated();

        @PostExchange("/orders")
        String place();

        @PostExchange("/orders")
        String placeOnce(@RequestHeader("Idempotency-Key") String key);

        @Backoff("once")
        @PostExchange("/orders")
        String annotatedOnce();
    }
}
