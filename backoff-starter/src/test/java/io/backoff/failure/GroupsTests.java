package io.backoff.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.backoff.classify.FailureGroup;
import io.backoff.classify.FailureGroups;
import io.backoff.engine.BackoffOperations;
import io.backoff.testkit.Membership;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransientException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The groups in an application that has none of the libraries whose failures they hold. */
class GroupsTests {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(Application.class)
            .withPropertyValues(
                    "backoff.policies.transients.retry-on=transient",
                    "backoff.policies.transients.abort-on=",
                    "backoff.policies.unless-permanent.abort-on=permanent",
                    "backoff.policies.default.strategy=none",
                    "backoff.policies.default.max-attempts=2",
                    "backoff.policies.default.budget=none");

    @ParameterizedTest
    @MethodSource
    void failuresBelongToTheirGroup(Exception failure, Membership group) {
        application.run(running -> {
            var operations = running.getBean(BackoffOperations.class);
            boolean retriedAsTransient = attempts(operations, "transients", failure) == 2;
            boolean retriedUnlessPermanent = attempts(operations, "unless-permanent", failure) == 2;
            assertThat(Membership.of(retriedAsTransient, retriedUnlessPermanent))
                    .isEqualTo(group);
        });
    }

    static Stream<Arguments> failuresBelongToTheirGroup() {
        return Stream.of(
                arguments(new IOException(), Membership.TRANSIENT),
                arguments(new TimeoutException(), Membership.TRANSIENT),
                arguments(new SQLTransientException(), Membership.TRANSIENT),
                arguments(new SQLException("deadlock", "40P01"), Membership.TRANSIENT),
                arguments(new FileNotFoundException(), Membership.NEITHER),
                arguments(new IllegalStateException(), Membership.NEITHER),
                arguments(new NullPointerException(), Membership.PERMANENT),
                arguments(new SQLSyntaxErrorException(), Membership.PERMANENT));
    }

    @ParameterizedTest
    @EnumSource
    void groupsNameOnlyWhatIsPresent(FailureGroup group) {
        assertThat(FailureGroups.STANDARD.members(group))
                .anyMatch(each -> each.startsWith("java."))
                .map(each -> each.replaceFirst("^not ", ""))
                .filteredOn(each -> !each.contains(" "))
                .allSatisfy(type -> assertThatCode(() -> Class.forName(type)).doesNotThrowAnyException());
    }

    private static int attempts(BackoffOperations operations, String policy, Exception failure) {
        var attempts = new AtomicInteger();
        Throwable thrown = catchThrowable(() -> operations.run(policy, () -> {
            attempts.incrementAndGet();
            throw failure;
        }));
        assertThat(thrown).isSameAs(failure);
        return attempts.get();
    }

    @EnableAutoConfiguration
    static class Application {}
}
