package io.backoff.actuate;

import static io.backoff.actuate.Shop.assertChanged;
import static io.backoff.actuate.Shop.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.backoff.RetryAfter;
import io.backoff.actuate.PolicyReport.Property;
import io.backoff.config.PolicyProperties;
import io.backoff.endpoint.ScheduleRow;
import io.backoff.engine.BackoffOperations;
import io.backoff.policy.BackoffPolicies;
import io.backoff.test.RecordingListener;
import io.backoff.testkit.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.convert.converter.Converter;

/** Changes of policies at run time. */
class PolicyChangeTests {

    private static final ApplicationContextRunner UNLIMITED =
            Shop.exposed().withPropertyValues("backoff.policies.payments.budget=none");

    @Test
    void theNextCallFollowsAChange() {
        Shop.run(Shop.exposed().withBean(RecordingListener.class), shop -> {
            shop.change("payments", "max-attempts", "2");
            shop.fail();
            assertThat(shop.bean(RecordingListener.class).decisions()).hasSize(2);
        });
    }

    @Test
    void aCallInFlightKeepsItsPolicy() {
        Shop.run(shop -> {
            AtomicInteger attempts = new AtomicInteger();
            assertThatThrownBy(() -> shop.bean(BackoffOperations.class).call("default", () -> {
                        shop.change("default", "max-attempts", "1");
                        throw new IOException("attempt " + attempts.incrementAndGet());
                    }))
                    .hasMessage("attempt 3");
        });
    }

    @Test
    void saysWhereTheValueComesFrom() {
        Shop.run(shop -> {
            shop.change("payments", "delay", "1s");
            assertThat(property(shop, "payments", "delay")).isEqualTo(new Property("PT1S", "actuator", "1 s", null));
        });
    }

    @Test
    void policiesThatInheritTheFieldFollow() {
        Shop.run(shop -> {
            shop.change("default", "max-attempts", "7");
            BackoffPolicies policies = shop.bean(BackoffPolicies.class);
            assertThat(policies.get("switched-off").limits().maxAttempts()).isEqualTo(7);
            assertThat(policies.get("single").limits().maxAttempts()).isEqualTo(1);
        });
    }

    @Test
    void isTakenBack() {
        Shop.run(shop -> {
            PolicyReport configured = shop.policy("payments");
            shop.change("payments", "delay", "1s");
            shop.change("payments", "max-attempts", "9");
            assertThat((Object) shop.reset("payments").getBody()).isEqualTo(configured);
        });
    }

    @Test
    void findsTheClassesOfTheApplicationFromAThreadOfOthers() {
        Shop.run(shop -> {
            fromAThreadOfOthers(() -> shop.change("payments", "retry-on", UnheardOf.class.getName()));
            assertThat(property(shop, "payments", "retry-on").value()).isEqualTo(List.of(UnheardOf.class.getName()));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"optimistic-lock", "google-cloud"})
    void aThreadOfOthersMayChangeAPolicyBesideAPreset(String preset) {
        Shop.run(Shop.exposed().withPropertyValues("backoff.policies.single.preset=" + preset), shop -> {
            assertChanged(fromAThreadOfOthers(() -> shop.change("payments", "max-attempts", "4")));
            assertThat(property(shop, "payments", "max-attempts").value()).isEqualTo(4);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "optimistic-lock, org.springframework.dao.OptimisticLockingFailureException",
        "google-cloud, org.springframework.web.client.ResourceAccessException",
    })
    void aThreadOfOthersMayNameAPreset(String preset, String exception) {
        Shop.run(shop -> {
            assertChanged(fromAThreadOfOthers(() -> shop.change("single", "preset", preset)));
            assertThat(property(shop, "single", "retry-on").value().toString()).contains(exception);
        });
    }

    private static WebEndpointResponse<?> fromAThreadOfOthers(Supplier<WebEndpointResponse<?>> change) {
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        ClassLoader others = ClassLoader.getPlatformClassLoader();
        thread.setContextClassLoader(others);
        try {
            WebEndpointResponse<?> response = change.get();
            assertThat(thread.getContextClassLoader()).isSameAs(others);
            return response;
        } finally {
            thread.setContextClassLoader(own);
        }
    }

    @Test
    void readsValuesThatOnlyAConverterOfTheApplicationUnderstands() {
        Shop.run(Shop.exposed().withBean(Words.class), shop -> {
            assertChanged(shop.change("payments", "delay", "a while"));
            assertThat(property(shop, "payments", "delay")).isEqualTo(new Property("PT7S", "actuator", "7 s", null));
            assertChanged(shop.change("payments", "delay", "2s"));
            assertRejected(shop.change("payments", "delay", "soon"), "reason=it is not a duration");
        });
    }

    @ConfigurationPropertiesBinding
    private static final class Words implements Converter<String, Duration> {

        @Override
        public Duration convert(String text) {
            return text.equals("a while") ? Duration.ofSeconds(7) : DurationStyle.detectAndParse(text);
        }
    }

    /** An exception that only the application knows. */
    private static final class UnheardOf extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @CsvSource({
        "max-attempts, many, whole number",
        "max-attempts, -1, negative",
        "max-atempts, 3, Did you mean 'max-attempts'?",
        "delay, soon, duration",
        "jitter, ful, Did you mean 'full'?",
        "increment, 1s, does not use it",
        "budget, nobodys, no such budget",
        "extends, nobody, no such policy",
        "delay, '', empty",
        "preset, '', empty",
        "multiplier, 0.5, 1 or more",
        "multiplier, much, not a number",
        "retry-on, h.Evil, 'one of its entries is invalid: there is no class of that name'",
        "retry-on, java.lang.String, java.lang.String is not an exception",
        "retry-on, '', 'it is empty, so no exception would be retried'",
        "retry-on, 'java.io.IOException, transcient', Did you mean 'transient'?",
        "abort-on, 'java.io.IOException, h.Evil', 'one of its entries is invalid: there is no class of that name'",
        "abort-on, permanant, Did you mean 'permanent'?",
        "abort-on, 'permanent, transiant', Did you mean 'transient'?",
        "delays, '1s, soon', one of its entries is invalid: it is not a duration",
        "retry-on-status, teapot, is not an HTTP status",
        "retry-on-grpc-status, ABORTD, 'is not a gRPC status such as UNAVAILABLE; did you mean ABORTED?'",
        "throttled-delay, -1s, it is negative",
        "throttled-delay, soon, it is not a duration",
        "retry-after-spread, 1.5, it must be between 0 and 1",
        "retry-after-spread, -1, it must be between 0 and 1",
    })
    void isRejectedAsAtStartup(String property, String value, String message) {
        Shop.visit(shop -> {
            PolicyReport before = shop.policy("payments");
            WebEndpointResponse<?> response = shop.change("payments", property, value);
            assertRejected(response, "backoff.policies.payments." + property, message);
            assertThat(response.getContentType()).hasToString("application/problem+json");
            assertThat(shop.policy("payments")).isEqualTo(before);
        });
    }

    @Test
    void onlyAbortOnMayExcludeNothing() {
        Shop.visit(shop -> {
            String advice = "To exclude no exception, leave abort-on empty.";
            assertRejected(shop.change("payments", "abort-on", "h.Evil"), advice);
            WebEndpointResponse<?> response = shop.change("payments", "retry-on", "h.Evil");
            assertRejected(response, "Or write one of the groups, transient and permanent.");
            assertThat(response.getBody().toString()).doesNotContain(advice);
        });
    }

    @Test
    void changesPropertiesTogetherThatDependOnEachOther() {
        Shop.run(shop -> {
            assertRejected(shop.change("payments", "strategy", "list"));
            assertChanged(shop.change("payments", "{'strategy': 'list', 'delays': ['1s', '2s']}"));
            assertThat(shop.policy("payments").schedule())
                    .extracting(ScheduleRow::max)
                    .containsExactly("PT1S", "PT2S");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'max-attempts': 5, 'multiplier': 0.5}",
                "{'max-attempts': 5, 'delay': 'soon'}",
                "{'max-attempts': 5, 'delay': null}",
                "{'max-attempts': 5, 'max-atempts': 6}",
                // Names no property:
                "",
                "{}",
                "max-attempts=5",
                "[5]",
                "{'delay': {'a': 1}}",
            })
    void changesAllPropertiesOrNone(String properties) {
        Shop.visit(shop -> {
            PolicyReport before = shop.policy("payments");
            assertRejected(shop.change("payments", properties));
            assertThat(shop.policy("payments")).isEqualTo(before);
        });
    }

    /** In some APIs, null resets a property. Here it would have emptied the list. */
    @ParameterizedTest
    @ValueSource(strings = {"{'abort-on': null}", "{'abort-on': [null]}", "{'abort-on': ['h.A', [null]]}"})
    void nullIsNoValue(String properties) {
        Shop.visit(shop -> {
            PolicyReport before = shop.policy("payments");
            assertRejected(
                    shop.change("payments", properties),
                    "property=backoff.policies.payments.abort-on",
                    "reason=it is null",
                    "remedy=Write a value, or reset the changes with DELETE.");
            assertRejected(
                    shop.changeBudget("payments", "{'tokens': null}"),
                    "property=backoff.budgets.payments.tokens",
                    "reason=it is null");
            assertThat(shop.policy("payments")).isEqualTo(before);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"||", "delay||", "|1s|", "delay|1s|{\"delay\": \"2s\"}"})
    void whatNamesNoPropertyIsMalformed(String property, String value, String properties) {
        Shop.visit(shop -> assertRejected(
                shop.endpoint().change("payments", property, value, properties, null, SecurityContext.NONE),
                "urn:problem:backoff:malformed-change"));
    }

    @ParameterizedTest
    @MethodSource("fields")
    void repeatsLittleOfWhatWasSent(String field) {
        Shop.visit(shop -> {
            for (int length : List.of(190, 1_990, 400_000)) {
                String text = "\u00a7".repeat(length);
                WebEndpointResponse<?> value = shop.change("payments", field, text);
                assertThat(value.getStatus()).isEqualTo(400);
                assertThat(repeated(value)).isLessThanOrEqualTo(200);
                assertThat(repeated(shop.change("payments", field + text, text)))
                        .isLessThanOrEqualTo(200);
                assertThat(repeated(shop.change(text, field, "1"))).isLessThanOrEqualTo(200);
            }
        });
    }

    static List<String> fields() {
        return Stream.concat(
                        Arrays.stream(PolicyProperties.class.getRecordComponents())
                                .map(each -> each.getName().replace("extendsPolicy", "extends"))
                                .map(each -> each.replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT)),
                        Stream.of("nothing"))
                .toList();
    }

    private static long repeated(WebEndpointResponse<?> response) {
        return response.getBody()
                .toString()
                .chars()
                .filter(each -> each == '\u00a7')
                .count();
    }

    /** An expression is code, and a user who may change a delay need not be allowed to run code. */
    @ParameterizedTest
    @ValueSource(strings = {"T(java.lang.System).setProperty('ran', 'code') != null", "#result == null", ""})
    void expressionsAreRejected(String expression) {
        Shop.visit(shop -> {
            PolicyReport before = shop.policy("payments");
            assertRejected(
                    shop.change("payments", "retry-on-result", expression),
                    "it is an expression, and code cannot be changed at run time",
                    "Change it in the configuration.");
            shop.charge(() -> "receipt");
            assertThat(System.getProperty("ran")).isNull();
            assertThat(shop.policy("payments").properties()).isEqualTo(before.properties());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "budget, ${java.version}",
        "extends, ${java.version:payments}",
        "delay, ${java.version}ms",
        "max-attempts, ${java.version:5}",
        "jitter, ${java.version}",
        "retry-on, 'java.io.IOException, ${java.version}'",
        "retry-on-status, '429, ${java.version}'",
    })
    void placeholdersAreNotResolved(String property, String value) {
        Shop.visit(shop -> {
            WebEndpointResponse<?> response = shop.change("payments", property, value);
            assertRejected(
                    response,
                    "property=backoff.policies.payments." + property,
                    "value=" + value,
                    "reason=placeholders are not resolved at run time",
                    "remedy=Write the value itself.");
            assertThat(response.getBody().toString()).doesNotContain(System.getProperty("java.version"));
        });
    }

    @ParameterizedTest
    @CsvSource({"retry-on-result, it is an expression", "max-atempts, Did you mean 'max-attempts'?"})
    void nothingIsSaidOfAPlaceholderThatIsNotTheReason(String property, String text) {
        Shop.visit(shop -> {
            WebEndpointResponse<?> response = shop.change("payments", property, "${java.version}");
            assertRejected(response, text);
            assertThat(response.getBody().toString()).doesNotContain("placeholder");
        });
    }

    @Test
    void returnsToTheOwnBudgetByName() {
        Shop.run(shop -> {
            shop.change("payments", "budget", "none");
            assertChanged(shop.change("payments", "budget", "payments"));
            assertThat(shop.policy("payments").budget()).isEqualTo("payments");
        });
    }

    @Test
    void unknownPoliciesAreNotFound() {
        Shop.visit(shop -> {
            assertThat(shop.change("paymets", "delay", "1s").getStatus()).isEqualTo(404);
            assertThat(shop.reset("paymets").getStatus()).isEqualTo(404);
        });
    }

    @ParameterizedTest
    @CsvSource({"payments", "default"})
    void attemptTimeoutIsRejectedWhereAMethodBlocks(String policy) {
        Shop.visit(shop -> {
            assertRejected(
                    shop.change(policy, "attempt-timeout", "1s"),
                    "attempt-timeout, value=1 s",
                    "PaymentService",
                    "but the attempts of a blocking method cannot be ended from outside",
                    "Set a timeout at the client that the method calls");
            assertThat(property(shop, policy, "attempt-timeout"))
                    .isEqualTo(new Property("PT0S", "default", "0 ms", null));
        });
    }

    @Test
    void attemptTimeoutIsRejectedWhereCodeHasBlocked() {
        Shop.run(shop -> {
            assertChanged(shop.change("single", "attempt-timeout", "1s"));
            shop.bean(BackoffOperations.class).call("endless", () -> "done");
            assertRejected(
                    shop.change("endless", "attempt-timeout", "1s"),
                    "BackoffOperations uses the policy 'endless' for blocking calls");
        });
    }

    @Test
    void concurrentChangesLoseNothing() {
        List<String> fields = List.of("delay", "max-delay", "max-elapsed", "granularity");
        List<String> budgets = List.of("payments", "endless", "single", "default");
        Shop.run(shop -> {
            IntStream.range(0, 400).parallel().forEach(i -> {
                shop.change("default", fields.get(i % 4), "9s");
                shop.changeBudget(budgets.get(i % 4), "burst", "9");
            });
            assertThat(fields)
                    .allSatisfy(field -> assertThat(property(shop, "default", field))
                            .isEqualTo(new Property("PT9S", "actuator", "9 s", null)));
            assertThat(budgets)
                    .allSatisfy(budget -> assertThat(shop.budget(budget).properties())
                            .containsEntry("burst", new Property(9, "actuator")));
        });
    }

    @Test
    void theThrottledDelayIsChangedAndTakenBack() {
        Shop.run(UNLIMITED, shop -> {
            PolicyReport configured = shop.policy("payments");
            assertChanged(shop.change("payments", "throttled-delay", "3s"));
            assertThat(throttledMaxima(shop)).containsExactly("PT3S", "PT6S");
            assertChanged(shop.change("payments", "throttled-delay", "0"));
            assertThat(throttledMaxima(shop)).isNull();
            assertThat(shop.policy("payments").throttledWorstCase()).isNull();
            assertChanged(shop.change("payments", "delay", "4s"));
            shop.reset("payments");
            assertThat(shop.policy("payments")).isEqualTo(configured);
            assertThat(throttledMaxima(shop)).containsExactly("PT1S", "PT2S");
        });
    }

    /** Unless somebody has set it, a callee that asks to slow down is called no sooner than any other. */
    @Test
    void theBuiltInThrottledDelayFollowsTheDelay() {
        Shop.run(UNLIMITED, shop -> {
            assertChanged(shop.change("payments", "delay", "5s"));
            assertThat(throttledMaxima(shop)).isNull();
            assertChanged(shop.change("payments", "throttled-delay", "2s"));
            assertThat(throttledMaxima(shop)).containsExactly("PT2S", "PT4S");
        });
    }

    @Test
    void theThrottledDelayIsRejectedBesideAStrategyWithoutUseForIt() {
        Shop.run(UNLIMITED, shop -> {
            assertChanged(shop.change("payments", "throttled-delay", "3s"));
            assertRejected(
                    shop.change("payments", "strategy", "none"),
                    "backoff.policies.payments.throttled-delay",
                    "strategy 'none'",
                    "does not use it");
        });
    }

    @Test
    void theSpreadIsThatOfTheNextCall() {
        Shop.run(UNLIMITED, shop -> {
            assertChanged(shop.change("payments", "retry-after-spread", "0"));
            assertThat(wait(shop, new Busy())).isEqualTo(Duration.ofSeconds(20));
            assertChanged(shop.change("payments", "retry-after-spread", "1"));
            assertThat(wait(shop, new Busy())).isBetween(Duration.ofMillis(20_001), Duration.ofSeconds(40));
            assertChanged(shop.change("payments", "honor-retry-after", "false"));
            assertThat(wait(shop, new Busy())).isLessThanOrEqualTo(Duration.ofMillis(200));
        });
    }

    @Test
    void theGroupsAreThoseOfTheNextCall() {
        Shop.run(UNLIMITED, shop -> {
            assertThat(wait(shop, new IllegalArgumentException())).isNull();
            assertChanged(shop.change("payments", "abort-on", "Transient"));
            assertThat(wait(shop, new IllegalArgumentException())).isNotNull();
            assertThat(wait(shop, new IOException())).isNull();
            Property abortOn = property(shop, "payments", "abort-on");
            assertThat(abortOn.value()).isEqualTo(List.of("transient"));
            assertThat(abortOn.expanded()).contains("java.io.IOException");
            shop.reset("payments");
            assertThat(wait(shop, new IllegalArgumentException())).isNull();
            assertChanged(shop.change("payments", "retry-on", "transient, java.lang.IllegalArgumentException"));
            assertThat(wait(shop, new IllegalArgumentException())).isNotNull();
            assertThat(wait(shop, new IllegalStateException())).isNull();
        });
    }

    private static Property property(Shop shop, String policy, String name) {
        return shop.policy(policy).properties().get(name);
    }

    private static @Nullable List<String> throttledMaxima(Shop shop) {
        List<ScheduleRow> rows = shop.policy("payments").throttledSchedule();
        return rows == null ? null : rows.stream().map(ScheduleRow::max).toList();
    }

    /** The delay after the failure; {@code null} if it is not retried. */
    private static @Nullable Duration wait(Shop shop, Exception failure) {
        shop.time().clear();
        Script provider = Script.of(failure, "receipt");
        catchThrowable(() -> shop.charge(provider));
        List<Duration> waits = shop.time().waits();
        return waits.isEmpty() ? null : waits.get(0);
    }

    private static final class Busy extends IOException implements RetryAfter {

        private static final long serialVersionUID = 1L;

        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(20);
        }
    }
}
