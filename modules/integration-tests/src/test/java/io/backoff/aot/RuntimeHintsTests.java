package io.backoff.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.backoff.Backoff;
import io.backoff.Idempotent;
import io.backoff.actuate.BackoffEndpointAutoConfiguration;
import io.backoff.aot.Shop.Address;
import io.backoff.aot.Shop.Booking;
import io.backoff.aot.Shop.Deputies;
import io.backoff.aot.Shop.Ledger;
import io.backoff.aot.Shop.Letter;
import io.backoff.aot.Shop.Letters;
import io.backoff.aot.Shop.Payments;
import io.backoff.aot.Shop.Receipt;
import io.backoff.aot.Shop.State;
import io.backoff.aot.Shop.Status;
import io.backoff.aspectj.BackoffAspectAutoConfiguration;
import io.backoff.classify.FailureGroup;
import io.backoff.dryrun.BackoffDryRunAutoConfiguration;
import io.backoff.polling.BackoffPoll;
import io.backoff.testkit.AheadOfTime;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.util.ClassUtils;

/** Native-image hints cover everything on which an application reflects. */
class RuntimeHintsTests {

    private static RuntimeHints hints;

    @BeforeAll
    static void build() {
        hints = AheadOfTime.build(
                        Observed.class,
                        Map.of(
                                "management.endpoints.web.exposure.include", "backoff",
                                "backoff.policies.payments.retry-on", "java.io.IOException, com.example.Missing",
                                "backoff.policies.payments.abort-on[0]", "java.nio.file.NoSuchFileException",
                                "backoff.policies.payments.retry-on-result", "#result.attempt == 0",
                                "backoff.policies.payments.delay", "${known.where.it.runs}"))
                .hints();
    }

    @Test
    void nameAnnotatedMethodsAndThoseOfTheirInterfaces() {
        assertThat(reflection().onMethodInvocation(Payments.class, "charge")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Payments.class, "chargeLater"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(Ledger.class, "book")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Booking.class, "book")).accepts(hints);
    }

    @Test
    void nameFallbacksHereAndInOtherBeans() {
        assertThat(reflection().onMethodInvocation(Payments.class, "later")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Deputies.class, "refund")).accepts(hints);
    }

    @Test
    void nameWhatExpressionsOfAnnotationsAndPoliciesRead() {
        assertThat(reflection().onMethodInvocation(Status.class, "state")).accepts(hints);
        assertThat(reflection().onMethodInvocation(State.class, "pending")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Status.class, "attempt")).accepts(hints);
    }

    @Test
    void nameWhatShowsWhichModulesAndLibrariesThereAre() {
        assertThat(resource().forResource("META-INF/backoff-module.properties")).accepts(hints);
        assertThat(reflection().onType(TypeReference.of("io.backoff.adopt.BackoffAdoptAutoConfiguration")))
                .accepts(hints);
        assertThat(reflection()
                        .onType(TypeReference.of("org.springframework.kafka.config.KafkaListenerEndpointRegistry")))
                .accepts(hints);
    }

    @Test
    void nameWhatIdempotentMethodsReadAndKeep() {
        assertThat(reflection().onMethodInvocation(Letters.class, "send")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Letter.class, "address")).accepts(hints);
        assertThat(reflection().onMethodInvocation(Address.class, "street")).accepts(hints);
        assertThat(reflection().onType(Receipt.class)).accepts(hints);
        assertThat(proxies().forInterfaces(Idempotent.class)).accepts(hints);
    }

    @Test
    void namePolledMethods() {
        assertThat(reflection().onMethodInvocation(Letters.class, "look")).accepts(hints);
        assertThat(proxies().forInterfaces(BackoffPoll.class)).accepts(hints);
    }

    @Test
    void nameTheExceptionsOfPoliciesAndPresets() {
        assertThat(reflection().onType(IOException.class)).accepts(hints);
        assertThat(reflection().onType(NoSuchFileException.class)).accepts(hints);
        assertThat(reflection().onType(OptimisticLockingFailureException.class)).accepts(hints);
        assertThat(reflection().onType(FileSystemException.class)).rejects(hints);
        assertThat(reflection().onType(TypeReference.of("com.example.Missing"))).rejects(hints);
    }

    /** The endpoint lists those that are on the class path. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.concurrent.TimeoutException",
                "java.io.CharConversionException",
                "java.lang.NullPointerException",
                "java.nio.channels.UnresolvedAddressException",
                "org.springframework.dao.TransientDataAccessException",
                "org.springframework.dao.NonTransientDataAccessException",
                "org.springframework.dao.NonTransientDataAccessResourceException",
                "org.springframework.security.access.AccessDeniedException",
            })
    void nameTheMembersOfGroupsAndTheirExceptions(String type) {
        assertThat(reflection().onType(TypeReference.of(type))).accepts(hints);
    }

    @Test
    void nameNoMemberOfAGroupThatIsAbsent() {
        List<String> named = Stream.of(FailureGroup.values())
                .flatMap(group -> group.namedTypes().stream())
                .toList();
        assertThat(named)
                .allSatisfy(type -> assertThat(
                                reflection().onType(TypeReference.of(type)).test(hints))
                        .isEqualTo(ClassUtils.isPresent(type, null)));
    }

    /** Records of absent features are included: their keys are checked all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "config.BackoffProperties",
                "config.BackoffProperties$Reload",
                "config.PolicyProperties",
                "config.BudgetProperties",
                "server.ServerProperties",
                "idempotency.jdbc.IdempotencyJdbcProperties"
            })
    void nameTheRecordsThatPropertiesAreBoundTo(String record) {
        assertThat(reflection()
                        .onType(TypeReference.of("io.backoff." + record))
                        .withMemberCategories(
                                MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                                MemberCategory.INVOKE_DECLARED_METHODS,
                                MemberCategory.ACCESS_DECLARED_FIELDS))
                .accepts(hints);
    }

    @Test
    void nameTheFileOfPresets() {
        assertThat(resource().forResource("io/backoff/config/policy/presets.properties"))
                .accepts(hints);
    }

    @Test
    void nameTheListOfProperties() {
        assertThat(resource().forResource("META-INF/backoff/properties/backoff-adopt"))
                .accepts(hints);
    }

    @Test
    void nameTheProxyOfMetaAnnotations() {
        assertThat(proxies().forInterfaces(Backoff.class)).accepts(hints);
    }

    @Test
    void nameTheFailureAnalyzers() {
        var analyzer = TypeReference.of("io.backoff.config.source.InvalidPropertyFailureAnalyzer");
        assertThat(reflection().onType(analyzer).withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
    }

    @Test
    void nameWhatTheEndpointWrites() throws Exception {
        assertThat(reflection().onType(TypeReference.of("io.backoff.endpoint.ScheduleRow")))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation("io.backoff.actuate.ChangeReport", "by"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation("io.backoff.dryrun.DryRunReport", "replay"))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation("io.backoff.dryrun.DryRunReport$TotalDelay", "p99"))
                .accepts(hints);
    }

    @Test
    void nameWhatIsReadOfAspectJInWovenCode() throws Exception {
        var woven = AheadOfTime.build(Woven.class, Map.of("backoff.advice-mode", "aspectj"))
                .hints();
        assertThat(reflection().onFieldAccess("org.aspectj.runtime.reflect.JoinPointImpl", "arcIndex"))
                .accepts(woven);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Shop.class)
    @ImportAutoConfiguration({BackoffEndpointAutoConfiguration.class, BackoffDryRunAutoConfiguration.class})
    static class Observed {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(BackoffAspectAutoConfiguration.class)
    static class Woven {}
}
