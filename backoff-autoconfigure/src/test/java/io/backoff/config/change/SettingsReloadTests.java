package io.backoff.config.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.backoff.Backoff;
import io.backoff.budget.RetryBudget;
import io.backoff.config.SettingsGroup;
import io.backoff.config.YamlApplication;
import io.backoff.config.YamlApplication.Policies;
import io.backoff.config.source.RestartKeys;
import io.backoff.test.FakeTime;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/** Configuration files change while the application runs: what follows, what is rejected, and the history of it. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsReloadTests {

    private static final Author ALICE = new Author("alice", ChangeSource.ENDPOINT);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final String REFUSED = "The changed retry configuration is rejected";

    @RegisterExtension
    final YamlApplication application = new YamlApplication()
            .bean(FakeTime.class)
            .argument("--backoff.reload.interval=10s")
            .yaml("backoff: {policies: {a: {max-attempts: 5, delay: 100ms}}}");

    @Test
    void followsTheFileWithItsOrigins() {
        application.run(policies -> {
            application.yaml("\nbackoff: {policies: {a: {max-attempts: 7}}}");
            assertThat(attempts(policies)).isEqualTo(5);
            tick(policies);
            assertThat(attempts(policies)).isEqualTo(7);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("application.yml:2:40");
            application.yaml("backoff: {policies: {a: {max-attempts: 8}}}");
            tick(policies);
            assertThat(attempts(policies)).isEqualTo(8);
        });
    }

    @Test
    void findsTheClassesOfTheApplicationFromAThreadOfOthers() {
        application.run(policies -> {
            application.yaml("backoff: {policies: {a: {abort-on: org.springframework.dao.DuplicateKeyException}}}");
            Thread thread = Thread.currentThread();
            ClassLoader own = thread.getContextClassLoader();
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            try {
                tick(policies);
            } finally {
                thread.setContextClassLoader(own);
            }
            assertThat(policies.get("a").classifier().rules().abortOn().names())
                    .contains("org.springframework.dao.DuplicateKeyException");
        });
    }

    @Test
    void removedKeysReturnToTheirDefaults() {
        application.run(policies -> {
            application.yaml("backoff: {policies: {a: {delay: 100ms}}}");
            tick(policies);
            assertThat(attempts(policies)).isEqualTo(3);
            assertThat(policies.origin("a", "max-attempts")).isEqualTo("default");
        });
    }

    @Test
    void removedPoliciesKeepTheirNameForThoseWhoUseThem() {
        application.bean(Shop.class).run(policies -> {
            Shop shop = policies.context().getBean(Shop.class);
            application.yaml("");
            tick(policies);
            assertThat(shop.attempts()).isEqualTo(3);
        });
    }

    @Test
    void policiesCanBeAdded() {
        application.run(policies -> {
            application.yaml("backoff: {policies: {b: {extends: a}, a: {max-attempts: 9}}}");
            tick(policies);
            assertThat(policies.get("b").limits().maxAttempts()).isEqualTo(9);
        });
    }

    @Test
    void budgetsFollowAndKeepTheirTokens() {
        application.run(policies -> {
            RetryBudget budget = policies.get("a").budget();
            budget.tryWithdraw(0);
            application.yaml(
                    "backoff: {budgets: {default: {ratio: 0.5}, shared: {burst: 3}}, policies: {b: {budget: shared}}}");
            tick(policies);
            assertThat(policies.get("a").budget()).isSameAs(budget);
            assertThat(budget.limits().ratio()).isEqualTo(0.5);
            assertThat(budget.tokens()).isEqualTo(19);
            assertThat(policies.get("b").budget().capacity()).isEqualTo(3);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "backoff: {policies: {a: {delay: 'hunter2-secret}}}",
                "spring: {password: @hunter2-secret}",
                "spring:\n  password: hunter2-secret: x",
                "spring: {password: hunter2-secret",
                "spring: {password: *hunter2-secret}",
                "spring: {password: !hunter2-secret}",
            })
    void aFileThatCannotBeReadIsNotQuoted(String yaml, CapturedOutput output) {
        application.run(policies -> {
            application.yaml(yaml);
            tick(policies);
            assertThat(application.log(output))
                    .contains(REFUSED, "application.yml' cannot be read: it is malformed")
                    .doesNotContain("secret");
        });
    }

    @Test
    void aNewFileThatCannotBeReadIsNotQuoted(CapturedOutput output) {
        application.run(policies -> {
            application.file("application.yaml", "spring: {password: hunter2-secret");
            tick(policies);
            assertThat(application.log(output))
                    .contains(
                            REFUSED, "the file 'application.yaml' cannot be read: it is malformed at line 1, column 34")
                    .doesNotContain("secret");
        });
    }

    /** Files in a directory with a wildcard are not known before they have been read. */
    @Test
    void aFileOfUnknownNameThatCannotBeReadIsNotQuoted(CapturedOutput output) throws IOException {
        Files.createDirectories(application.directory().resolve("tenants/a"));
        application
                .argument(
                        "--spring.config.additional-location=optional:file:" + application.directory() + "/tenants/*/")
                .run(policies -> {
                    application.file("tenants/a/application.yml", "spring: {password: hunter2-secret");
                    tick(policies);
                    assertThat(application.log(output))
                            .contains(
                                    REFUSED,
                                    "the configuration cannot be read: org.yaml.snakeyaml.",
                                    "at line 1, column 34")
                            .doesNotContain("secret");
                });
    }

    @Test
    void aCircularPlaceholderIsNotQuoted(CapturedOutput output) {
        application.run(policies -> {
            reload(policies, "backoff: {policies: {a: {delay: 'hunter2-secret${backoff.policies.a.delay}'}}}");
            assertThat(application.log(output))
                    .contains(REFUSED, "PlaceholderResolutionException")
                    .doesNotContain("secret");
        });
    }

    @Test
    void stackTracesOfRejectionsHaveNoMessages(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        application.run(policies -> {
            logging.setLogLevel(SettingsReload.class.getName(), LogLevel.DEBUG);
            reload(policies, "spring: {password: hunter2-secret");
            reload(policies, "backoff: {policies: {a: {max-attempts: hunter2-secret}}}");
            logging.setLogLevel(SettingsReload.class.getName(), null);
            assertThat(output)
                    .contains("Rejected configuration", "ConversionFailedException", "at org.yaml.snakeyaml.")
                    .doesNotContain("secret");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{max-attempts: many} | backoff.policies.a.max-attempts Origin: application.yml:1:58",
                "{max-attempts: -1} | Use 1 for no retries, or 0 for no limit",
                "{max-attempts: -1} | backoff.policies.a.max-attempts Origin: application.yml:1:58",
                "{max-atempts: 4} | backoff.policies.a.max-atempts Origin: application.yml:1:57",
                "{budget: nobodys} | backoff.policies.a.budget Origin: application.yml:1:52",
                "{attempt-timeout: 1s} | backoff.policies.a.attempt-timeout Origin: application.yml:1:61",
                "{delay: [} | the file 'application.yml' cannot be read: it is malformed at line 1, column 52",
            })
    void aBadFileIsRejectedAsAWholeAndOnce(String fields, String warning, CapturedOutput output) {
        application.bean(Shop.class).run(policies -> {
            application.yaml("backoff: {policies: {new: {delay: 1s}, a: " + fields + "}}");
            tick(policies);
            tick(policies);
            assertThat(attempts(policies)).isEqualTo(5);
            assertThat(policies.context().getBean(PolicyStore.class).get()).doesNotContainKey("new");
            assertThat(application.log(output)).containsOnlyOnce(REFUSED).contains("WARN", warning);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{budget: hunter2-secret}",
                "{budget: hunter2-secret-that-is-longer-than-a-name-of-a-budget-would-ever-be-in-this-application}",
                "{max-attempts: hunter2-secret}",
                "{retry-on-status: [429, hunter2-secret]}",
                "{retry-on-result: 'hunter2-secret ('}",
                "{budget: \"a-value-that-is-longer-than-20-letters'hunter2-secret\"}",
                "{budget: 'a-value-that-is-longer-than-20-letters\"hunter2-secret'}",
                "{retry-on-status: [429, \"more-than-20-characters'hunter2-secret\"]}",
                "{retry-on-grpc-status: [\"more-than-20-characters'hunter2-secret\"]}",
                "{retry-on-result: '#hunter2_secret.pending'}",
                "{abort-on: \"com.acme.more.than.20'hunter2-secret\"}",
                "{hunter2: hunter2-secret}",
                "{budget: '${unset:hunter2-secret}'}",
                "{delay: '${unset:hunter2-secret}'}"
            })
    void aRejectedValueIsLeftOutOfTheLog(String fields, CapturedOutput output) {
        application.run(policies -> {
            application.yaml("backoff: {policies: {a: " + fields + "}}");
            tick(policies);
            assertThat(application.log(output))
                    .contains(REFUSED, "Property: backoff.policies.a.", "Origin: application.yml:1:", "Reason: ")
                    .doesNotContain("secret");
        });
    }

    @Test
    void aBudgetThatIsNoLongerNamedReturnsToTheDefault() {
        application
                .yaml("backoff: {policies: {a: {budget: shared}}, budgets: {shared: {burst: 3}}}")
                .run(policies -> {
                    application.yaml("backoff: {budgets: {shared: {burst: 3}}}");
                    tick(policies);
                    assertThat(policies.context().getBean(SettingsLog.class).latest())
                            .singleElement()
                            .satisfies(each -> {
                                assertThat(each.by()).isEqualTo("default");
                                assertThat(each.from()).isEqualTo("shared");
                                assertThat(each.to()).isNull();
                            });
                });
    }

    @Test
    void aBadFileIsFollowedOnceItIsFixed(CapturedOutput output) {
        application.run(policies -> {
            for (int i = 0; i < 2; i++) {
                application.yaml("backoff: {policies: {a: {max-attempts: -1}}}");
                tick(policies);
                application.yaml("backoff: {policies: {a: {max-attempts: 4}}}");
                tick(policies);
                assertThat(attempts(policies)).isEqualTo(4);
            }
            assertThat(output.getOut().split(REFUSED, -1)).hasSize(3);
        });
    }

    @Test
    void whatIsNotInFilesStaysOnTop() {
        application
                .argument("--backoff.policies.a.max-attempts=6")
                .variable("BACKOFF_POLICIES_A_DELAY", "300ms")
                .run(policies -> {
                    application.yaml("backoff: {policies: {a: {max-attempts: 2, delay: 1s, max-delay: 7s}}}");
                    tick(policies);
                    assertThat(attempts(policies)).isEqualTo(6);
                    assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofMillis(300));
                    assertThat(policies.value("a", "max-delay")).isEqualTo(Duration.ofSeconds(7));
                });
    }

    @Test
    void whatWasChangedByHandStaysOnTopUntilItIsTakenBack() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(
                    SettingsGroup.POLICIES, "a", Map.of("max-attempts", "1"), Author.of(null, ChangeSource.ENDPOINT));
            application.yaml("backoff: {policies: {a: {max-attempts: 8, max-delay: 9s}}}");
            tick(policies);
            assertThat(attempts(policies)).isOne();
            assertThat(policies.value("a", "max-delay")).isEqualTo(Duration.ofSeconds(9));
            store.reset(SettingsGroup.POLICIES, "a", Author.of(null, ChangeSource.ENDPOINT));
            assertThat(attempts(policies)).isEqualTo(8);
        });
    }

    @Test
    void isOffByDefault() {
        new YamlApplication(application.directory())
                .bean(FakeTime.class)
                .yaml("backoff: {policies: {a: {max-attempts: 5}}}")
                .run(policies -> {
                    application.yaml("backoff: {policies: {a: {max-attempts: 7}}}");
                    policies.context().getBean(FakeTime.class).advance(Duration.ofDays(1));
                    assertThat(attempts(policies)).isEqualTo(5);
                });
    }

    @Test
    void endsWithTheApplication() {
        AtomicInteger looked = new AtomicInteger();
        FakeTime time = new FakeTime();
        Supplier<Environment> unreadable = () -> {
            looked.incrementAndGet();
            throw new IllegalStateException("unreadable");
        };
        SettingsReload reload =
                new SettingsReload(null, unreadable, new RestartKeys(new StandardEnvironment()), time, INTERVAL);
        reload.afterSingletonsInstantiated();
        time.advance(INTERVAL);
        time.advance(INTERVAL);
        reload.destroy();
        time.advance(INTERVAL);
        assertThat(looked).hasValue(2);
    }

    /** A network file system may not respond for minutes. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aReadingThatHangsKeepsNobodyWaiting() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Supplier<Environment> hanging = () -> {
            begun.countDown();
            awaitUninterrupted(end);
            throw new IllegalStateException("unreadable");
        };
        SettingsReload reload = new SettingsReload(
                null, hanging, new RestartKeys(new StandardEnvironment()), new FakeTime(), INTERVAL, Duration.ZERO);
        Thread reading = new Thread(() -> reload.now(ChangeSource.RELOAD));
        reading.start();
        begun.await();
        try {
            reload.again();
            reload.destroy();
        } finally {
            end.countDown();
            reading.join();
        }
        assertThat(reload.rejected()).isZero();
    }

    /** The reading under way was preceded by a rejected one, which a change at run time would otherwise repeat. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aChangeLeavesItsCheckToTheReadingUnderWay() throws Exception {
        AtomicInteger readings = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Supplier<Environment> unreadable = () -> {
            if (readings.incrementAndGet() == 2) {
                begun.countDown();
                awaitUninterrupted(end);
            }
            throw new IllegalStateException("unreadable");
        };
        SettingsReload reload = new SettingsReload(
                null, unreadable, new RestartKeys(new StandardEnvironment()), new FakeTime(), INTERVAL);
        reload.now(ChangeSource.RELOAD);
        Thread reading = new Thread(() -> reload.now(ChangeSource.RELOAD));
        reading.start();
        begun.await();
        try {
            reload.again();
            assertThat(readings).hasValue(2);
        } finally {
            end.countDown();
            reading.join();
        }
        reload.again();
        assertThat(readings).hasValue(3);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void needsNothingButTime() {
        Consumer<Policies> check = policies -> {
            application.yaml("backoff: {policies: {a: {max-attempts: 7}}}");
            await().atMost(Duration.ofMinutes(1)).until(() -> attempts(policies) == 7);
        };
        new YamlApplication(application.directory())
                .argument("--backoff.reload.interval=20ms")
                .yaml("backoff: {policies: {a: {max-attempts: 5}}}")
                .run(check);
    }

    @Test
    void rejectsANegativeInterval(CapturedOutput output) {
        assertThat(new YamlApplication(application.directory())
                        .yaml("backoff: {reload: {interval: -1s}}")
                        .report(output))
                .contains("backoff.reload.interval", "application.yml:1:30", "it is negative");
    }

    @Test
    void warnsOfABareNumberThatIsMeantInSeconds(CapturedOutput output) {
        LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
        logging.setLogLevel(SettingsReload.class.getName(), LogLevel.WARN);
        new YamlApplication(application.directory())
                .yaml("backoff: {reload: {interval: 10}}")
                .run(policies -> assertThat(output)
                        .contains("Configuration files are read again every 10 ms. If you meant seconds, write "
                                + "'backoff.reload.interval' with a unit"));
        logging.setLogLevel(SettingsReload.class.getName(), null);
    }

    @Test
    void namesTheBrokenFileAmongSeveral(CapturedOutput output) {
        application
                .file("application.properties", "backoff.policies.b.max-attempts=4")
                .run(policies -> {
                    application.file("application.properties", "backoff.policies.b.max-attempts=\\u12");
                    tick(policies);
                    assertThat(application.log(output))
                            .contains("the file 'application.properties' cannot be read: it is malformed");
                });
    }

    @Test
    void namesTheOriginOfWhatStandsInNoFile(CapturedOutput output) {
        application.run(policies -> {
            policies.context()
                    .getBean(PolicyStore.class)
                    .change(
                            SettingsGroup.POLICIES,
                            "a",
                            Map.of("strategy", "linear", "jitter", "none"),
                            Author.of(null, ChangeSource.ENDPOINT));
            application.yaml("backoff: {policies: {a: {multiplier: 3}}}");
            tick(policies);
            application.yaml("backoff: {policies: {a: {jitter-factor: 0.3}}}");
            tick(policies);
            assertThat(output)
                    .contains("strategy 'linear' (actuator) does not use it")
                    .contains("jitter 'none' (actuator) does not use it");
        });
    }

    @Test
    void warnsOfKeysThatNeedARestart(CapturedOutput output) {
        String warning = "Restart the application to apply ";
        application.run(policies -> {
            tick(policies);
            assertThat(output).doesNotContain(warning);
            application.yaml("backoff: {enabled: false, metrics: {enabled: false}, policies: {a: {max-attempts: 7}}}");
            tick(policies);
            tick(policies);
            assertThat(attempts(policies)).isEqualTo(7);
            assertThat(application.log(output))
                    .containsOnlyOnce(warning)
                    .contains(warning + "'backoff.enabled' (application.yml:1:20), 'backoff.metrics.enabled'");
            application.yaml("backoff: {policies: {a: {max-attempts: 7}}}");
            tick(policies);
            assertThat(output.getOut()).containsOnlyOnce(warning);
            application.yaml("backoff: {enabled: false}");
            tick(policies);
            assertThat(output.getOut().split(warning, -1)).hasSize(3);
        });
    }

    /** The application would not start with this value, but it is only read at startup. */
    @Test
    void doesNotCheckKeysThatNeedARestart(CapturedOutput output) {
        application.run(policies -> {
            reload(policies, "backoff: {keys: {max: 0}, policies: {a: {max-attempts: 7}}}");
            assertThat(attempts(policies)).isEqualTo(7);
            assertThat(application.log(output))
                    .contains("to apply 'backoff.keys.max' (application.yml:1:23). "
                            + "Only the types of the new values have been checked")
                    .doesNotContain(REFUSED);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyss: {max: 7}", "keys: {most: 7}", "keys: {max: many}", "keys: 7"})
    void rejectsWhatCannotBeReadAnywhere(String others, CapturedOutput output) {
        application.run(policies -> {
            reload(policies, "backoff: {" + others + ", policies: {a: {max-attempts: 7}}}");
            assertThat(attempts(policies)).isEqualTo(5);
            assertThat(application.log(output)).contains(REFUSED);
        });
    }

    @Test
    void warnsOfARemovedKeyThatNeedsARestart(CapturedOutput output) {
        application
                .yaml("backoff: {transactions: retry, policies: {a: {max-attempts: 5}}}")
                .run(policies -> {
                    application.yaml("backoff: {policies: {a: {max-attempts: 5}}}");
                    tick(policies);
                    assertThat(output).contains("to apply 'backoff.transactions' (removed)");
                });
    }

    @Test
    void namesTheOriginInPlaceOfAPrincipal(CapturedOutput output) {
        application.argument("--logging.level." + SettingsLog.class.getName() + "=info");
        application.run(policies -> {
            reload(policies, "backoff: {policies: {a: {max-attempts: 7}}}");
            String file = application.directory() + File.separator + "application.yml:1:40";
            assertThat(changes(policies))
                    .containsExactly(
                            new SettingChange(
                                    policies.context().getBean(FakeTime.class).instant(),
                                    file,
                                    ChangeSource.RELOAD,
                                    "backoff.policies.a.max-attempts",
                                    "5",
                                    "7"),
                            new SettingChange(
                                    policies.context().getBean(FakeTime.class).instant(),
                                    "default",
                                    ChangeSource.RELOAD,
                                    "backoff.policies.a.delay",
                                    "PT0.1S",
                                    "PT0.2S"));
            assertThat(output)
                    .contains(
                            "Backoff: backoff.policies.a.max-attempts changed from 5 to 7, from " + file + " (reload)")
                    .contains(
                            "Backoff: backoff.policies.a.delay changed from 100 ms to 200 ms (built-in default; reload)");
        });
    }

    @Test
    void leavesOutWhatStaysTheSame() {
        application.run(policies -> {
            reload(policies, "\n\nbackoff: {policies: {a: {delay: 0.1s, jitter: full, max-attempts: 5}}}");
            reload(policies, "backoff: {policies: {a: {delay: 100ms, max-attempts: 5}}, budgets: {a: {burst: 20}}}");
            assertThat(changes(policies)).isEmpty();
        });
    }

    @Test
    void leavesOutWhatAnotherChangeIsOnTopOf() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(SettingsGroup.POLICIES, "a", Map.of("max-attempts", "1"), ALICE);
            reload(policies, "backoff: {policies: {a: {max-attempts: 8, delay: 100ms}}}");
            assertThat(changes(policies)).hasSize(1);
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            assertThat(changes(policies).get(0).to()).isEqualTo("8");
        });
    }

    @Test
    void namesNewPoliciesAndBudgets() {
        application.run(policies -> {
            reload(policies, """
                    backoff: {policies: {a: {max-attempts: 5, delay: 100ms}, b: {delay: 1s}},
                              budgets: {default: {burst: 9}, shared: {ratio: 0.3}}}""");
            assertThat(changes(policies))
                    .extracting(each -> each.property() + " " + each.from() + " " + each.to())
                    .containsExactly(
                            "backoff.budgets.shared.ratio null 0.3",
                            "backoff.budgets.default.burst 20 9",
                            "backoff.policies.b.delay null PT1S");
        });
    }

    @Test
    void countsAppliedAndRejectedReloads() {
        application.run(policies -> {
            SettingsReload counts = policies.context().getBean(SettingsReload.class);
            tick(policies);
            assertThat(counts.applied()).isZero();
            reload(policies, "backoff: {policies: {a: {max-attempts: 7}}}");
            tick(policies);
            assertThat(counts.applied()).isOne();
            reload(policies, "backoff: {policies: {a: {max-attempts: -7}}}");
            tick(policies);
            assertThat(counts.applied()).isOne();
            assertThat(counts.rejected()).isEqualTo(2);
            assertThat(changes(policies)).hasSize(2);
        });
    }

    @Test
    void countsEveryChangeUntilItIsTakenBack() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            assertThat(store.overrides()).isZero();
            store.change(SettingsGroup.POLICIES, "a", Map.of("max-attempts", "8", "delay", "100ms"), ALICE);
            assertThat(store.overrides()).isEqualTo(2); // although the delay equals the configured one
            store.change(SettingsGroup.POLICIES, "default", Map.of("multiplier", "3", "jitter", "full"), ALICE);
            store.change(SettingsGroup.BUDGETS, "a", Map.of("burst", "7", "ratio", "0.1"), ALICE);
            assertThat(store.overrides()).isEqualTo(6);
            reload(policies, "backoff: {policies: {a: {max-attempts: 8, delay: 1s}}}");
            assertThat(store.overrides()).isEqualTo(6);
            store.reset(SettingsGroup.POLICIES, "a", ALICE);
            assertThat(store.overrides()).isEqualTo(4);
            store.reset(SettingsGroup.POLICIES, "default", ALICE);
            store.reset(SettingsGroup.BUDGETS, "a", ALICE);
            assertThat(store.overrides()).isZero();
        });
    }

    /** Without the change, the configuration could not even be merged. */
    @Test
    void allOverridesCountWhereTheConfigurationNeedsThem() {
        application.run(policies -> {
            PolicyStore store = policies.context().getBean(PolicyStore.class);
            store.change(SettingsGroup.POLICIES, "a", Map.of("extends", "default", "delay", "2s"), ALICE);
            reload(policies, "backoff: {policies: {a: {extends: nobody, delay: 2s}}}");
            assertThat(policies.value("a", "delay")).isEqualTo(Duration.ofSeconds(2));
            assertThat(store.overrides()).isEqualTo(2);
        });
    }

    private static int attempts(Policies policies) {
        return policies.get("a").limits().maxAttempts();
    }

    private static void tick(Policies policies) {
        policies.context().getBean(FakeTime.class).advance(INTERVAL);
    }

    private void reload(Policies policies, String yaml) {
        application.yaml(yaml);
        tick(policies);
    }

    private static List<SettingChange> changes(Policies policies) {
        return policies.context().getBean(SettingsLog.class).latest();
    }

    static class Shop {

        private final AtomicInteger attempts = new AtomicInteger();

        @Backoff("a")
        public int attempts() {
            if (attempts.incrementAndGet() < 3) {
                throw new IllegalStateException("down");
            }
            return attempts.get();
        }
    }
}
