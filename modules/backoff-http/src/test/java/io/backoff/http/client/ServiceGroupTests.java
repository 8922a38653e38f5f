package io.backoff.http.client;

import static io.backoff.testkit.Applications.policy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.Backoff;
import io.backoff.aop.MethodInspection;
import io.backoff.autoconfigure.BackoffAutoConfiguration;
import io.backoff.config.InvalidPropertyException;
import io.backoff.config.SettingsGroup;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.source.MissingLibraries;
import io.backoff.metrics.BackoffMetricsAutoConfiguration;
import io.backoff.testkit.Applications;
import io.backoff.testkit.FakeCallee;
import io.backoff.testkit.Logged;
import io.backoff.testkit.Rejections;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.webclient.autoconfigure.service.ReactiveHttpServiceClientAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.registry.HttpServiceGroup.ClientType;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Logged({ServiceGroupConfiguration.class, MissingLibraries.class})
class ServiceGroupTests {

    private static final List<List<String>> THREE_ATTEMPTS =
            List.of(List.of(), List.of("1;max=3;ttl=9900"), List.of("2;max=3;ttl=9800"));

    @RegisterExtension
    final FakeCallee callee = new FakeCallee();

    private final ApplicationContextRunner bare = ClientApplication.runner()
            .withConfiguration(AutoConfigurations.of(ReactiveHttpServiceClientAutoConfiguration.class))
            .withPropertyValues(policy("twice", "extends=p, max-attempts=2"))
            .withPropertyValues(
                    "spring.http.serviceclient.shop.base-url=" + callee.url(),
                    "spring.http.serviceclient.default.base-url=" + callee.url(),
                    "spring.http.serviceclient.bank-api.base-url=" + callee.url(),
                    "backoff.policies.once.max-attempts=1");
    private final ApplicationContextRunner application = bare.withUserConfiguration(Services.class);
    private final ApplicationContextRunner guarded = application.withPropertyValues(
            "backoff.http.client.groups.shop=p", "backoff.http.client.groups.bank-api=p");

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void guardsBlockingClients(boolean bean) {
        call(guarded, running -> client(running, "shop", Orders.class, bean).get("7"));

        assertThat(callee.attempts()).isEqualTo(THREE_ATTEMPTS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void guardsPublishers(boolean bean) {
        call(
                guarded,
                running -> client(running, "bank-api", Bank.class, bean).mono().block());
        call(
                guarded,
                running -> client(running, "bank-api", Bank.class, bean).flux().blockLast());

        assertThat(callee.attempts().subList(0, 3)).isEqualTo(THREE_ATTEMPTS);
        assertThat(callee.attempts().subList(3, 6)).isEqualTo(THREE_ATTEMPTS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void guardsFutures(boolean bean) {
        call(
                guarded,
                running ->
                        client(running, "bank-api", Bank.class, bean).future().join());

        assertThat(callee.attempts()).isEqualTo(THREE_ATTEMPTS);
    }

    @Test
    void guardsTheRequestsOfDefaultMethods() {
        call(guarded, running -> client(running, "shop", Orders.class, true).first());

        assertThat(callee.attempts()).isEqualTo(THREE_ATTEMPTS);
    }

    @Test
    void guardsInheritedMethods() {
        call(guarded, running -> client(running, "shop", Orders.class, true).find("7"));

        assertThat(callee.paths()).containsExactlyElementsOf(Collections.nCopies(3, "/find/7"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"chain-stop", "independent"})
    void leavesAnnotatedMethodsToTheirPolicy(String nested) {
        call(
                guarded.withPropertyValues("backoff.nested=" + nested),
                running -> client(running, "shop", Orders.class, true).annotated());

        assertThat(callee.paths()).containsExactly("/annotated", "/annotated");
    }

    @Test
    void leavesAnnotatedInterfacesToTheirPolicy() {
        call(
                guarded.withPropertyValues("backoff.nested=independent"),
                running -> running.getBean(Annotated.class).first());

        assertThat(callee.paths()).containsExactly("/get", "/get");
    }

    @Test
    void leavesOtherGroupsAlone() {
        call(
                application.withPropertyValues("backoff.http.client.groups.shop=p"),
                running -> client(running, "bank-api", Bank.class, true).mono().block());

        assertThat(callee.paths()).hasSize(1);
    }

    @Test
    void guardsAnInterfaceByTheGroupItIsCalledIn() {
        call(
                guarded.withPropertyValues("backoff.http.client.groups.default=twice"),
                running -> client(running, "default", Orders.class, true).get("7"));
        assertThat(callee.paths()).hasSize(2);

        call(guarded, running -> client(running, "shop", Orders.class, true).get("7"));
        assertThat(callee.paths()).hasSize(5);
    }

    @Test
    void findsGroupsByEnvironmentVariables() {
        call(
                application.withPropertyValues("backoff.http.client.groups.bankapi=p"),
                running -> client(running, "bank-api", Bank.class, true).mono().block());

        assertThat(callee.paths()).hasSize(3);
    }

    @Test
    void listsTheMethods() {
        guarded.run(running -> {
            MethodInspection inspection = running.getBean(MethodInspection.class);

            assertThat(inspection.methods())
                    .extracting(each -> each.bean().replaceAll(".*[.$]", "") + " "
                            + each.guarded().guard().calls().method() + " "
                            + each.guarded().policy())
                    .containsExactlyInAnyOrder(
                            "Annotated Annotated.get twice",
                            "Annotated Annotated.first twice",
                            "Bank Bank.flux p",
                            "Bank Bank.future p",
                            "Bank Bank.mono p",
                            "Orders Orders.annotated twice",
                            "Orders Orders.annotated twice",
                            "Orders Orders.find p",
                            "Orders Orders.get p");
            assertThat(inspection.methods())
                    .extracting(each -> each.bean())
                    .contains("bank-api#" + Bank.class.getName());
        });
    }

    @Test
    void countsFromTheStart() {
        guarded.withConfiguration(AutoConfigurations.of(BackoffMetricsAutoConfiguration.class))
                .withBean(SimpleMeterRegistry.class)
                .run(running -> assertThat(running.getBean(SimpleMeterRegistry.class)
                                .get("backoff.calls")
                                .tags("policy", "p", "method", "Orders.get", "outcome", "exhausted")
                                .functionCounter()
                                .count())
                        .isZero());
    }

    @Test
    void rejectsAChangeThatAMethodCannotFollow() {
        guarded.run(running -> {
            PolicyStore store = running.getBean(PolicyStore.class);

            assertThatThrownBy(() -> store.preview(SettingsGroup.POLICIES, "p", Map.of("attempt-timeout", "1s")))
                    .isInstanceOf(InvalidPropertyException.class);
        });
    }

    @Test
    void rejectsAnUnknownGroup() {
        rejects(
                guarded.withPropertyValues("backoff.http.client.groups.shops=p"),
                "backoff.http.client.groups.shops",
                "there is no such HTTP service group; known groups: bank-api, default, shop",
                "Did you mean the group 'shop'?");
        guarded.withPropertyValues("backoff.http.client.groups.shops=p")
                .run(running -> Rejections.areExplained(running.getStartupFailure()));
    }

    @Test
    void rejectsAnUnknownPolicy() {
        rejects(
                application.withPropertyValues("backoff.http.client.groups.shop=twic"),
                "backoff.http.client.groups.shop",
                "there is no such policy; known policies: default, once, p, twice",
                "Did you mean 'twice'?");
    }

    @Test
    void rejectsAPolicyThatAMethodCannotFollow() {
        rejects(
                application.withPropertyValues(
                        "backoff.policies.limited.attempt-timeout=1s", "backoff.http.client.groups.shop=limited"),
                "backoff.http.client.groups.shop",
                "Orders.get: the policy 'limited' sets 'attempt-timeout' to 1 s",
                "Set a timeout at the client");
    }

    @Test
    void warnsWithoutGroups(CapturedOutput output) {
        bare.withPropertyValues("backoff.http.client.groups.shop=p")
                .run(running -> assertThat(running).hasNotFailed());

        assertThat(output).containsOnlyOnce("'backoff.http.client.groups' guards nothing");
    }

    @Test
    void warnsWithoutTheLibrary(CapturedOutput output) {
        Applications.with(BackoffAutoConfiguration.class, BackoffHttpClientAutoConfiguration.class)
                .withClassLoader(new FilteredClassLoader(HttpServiceProxyRegistry.class))
                .withPropertyValues("backoff.http.client.groups.shop=default")
                .run(running -> assertThat(running).hasNotFailed());

        assertThat(output)
                .containsOnlyOnce("'backoff.http.client.groups.shop' is set, but its library is not on the class path. "
                        + "Add spring-boot-starter-restclient")
                .doesNotContain("guards nothing");
    }

    @Test
    void saysNothingWithoutTheSetting(CapturedOutput output) {
        bare.run(running -> assertThat(running).hasNotFailed());

        assertThat(output).doesNotContain("backoff.http.client.groups");
    }

    private static void rejects(ApplicationContextRunner application, String property, String reason, String remedy) {
        application.run(running -> assertThat(running.getStartupFailure())
                .isInstanceOfSatisfying(InvalidPropertyException.class, failure -> {
                    assertThat(failure.property()).isEqualTo(property);
                    assertThat(failure.origin()).isNotEqualTo("configuration");
                    assertThat(failure.reason()).contains(reason);
                    assertThat(failure.remedy()).contains(remedy);
                }));
    }

    private static void call(ApplicationContextRunner application, Consumer<ApplicationContext> call) {
        application.run(running -> {
            assertThat(running).hasNotFailed();
            ThrowingCallable failing = () -> call.accept(running);
            assertThat(catchThrowable(failing)).isNotNull();
        });
    }

    private static <T> T client(ApplicationContext context, String group, Class<T> type, boolean bean) {
        return bean
                ? context.getBean(group + "#" + type.getName(), type)
                : context.getBean(HttpServiceProxyRegistry.class).getClient(group, type);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(
            group = "shop",
            types = {Orders.class, Annotated.class})
    @ImportHttpServices(types = Orders.class)
    @ImportHttpServices(group = "bank-api", types = Bank.class, clientType = ClientType.WEB_CLIENT)
    static class Services {}

    public interface Finder<K, V> {

        @GetExchange("/find/{key}")
        V find(@PathVariable K key);
    }

    public interface Orders extends Finder<String, String> {

        @GetExchange("/orders/{id}")
        String get(@PathVariable String id);

        @Backoff("twice")
        @GetExchange("/annotated")
        void annotated();

        default String first() {
            return get("1");
        }
    }

    @Backoff("twice")
    @HttpExchange("/get")
    public interface Annotated {

        @GetExchange
        String get();

        default String first() {
            return get();
        }
    }

    public interface Bank {

        @GetExchange("/mono")
        Mono<String> mono();

        @GetExchange("/flux")
        Flux<String> flux();

        @GetExchange("/future")
        CompletableFuture<String> future();
    }
}
