package io.backoff.classify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureGroupsTests {

    private final FailureGroups groups = FailureGroups.of(List.of(new Codes()));

    @ParameterizedTest
    @CsvSource({"transient, TRANSIENT", "Permanent, PERMANENT", "PERMANENT, PERMANENT", "permanently,"})
    void areNamedInAnyCase(String name, @Nullable FailureGroup group) {
        assertThat(FailureGroup.of(name).orElse(null)).isEqualTo(group);
    }

    /** The first two characters of a state are its class. */
    @ParameterizedTest
    @CsvSource({"08006, true", "40001, true", "53300, true", "57014, true", "08, true", "23505, false", "4, false"})
    void holdDatabaseFailuresByTheClassOfTheirState(String state, boolean isTransient) {
        SQLException failure = new SQLException("failed", state);
        assertThat(groups.include(FailureGroup.TRANSIENT, failure)).isEqualTo(isTransient);
        assertThat(groups.include(FailureGroup.PERMANENT, failure)).isFalse();
    }

    @Test
    void holdNoDatabaseFailureWithoutAState() {
        assertThat(groups.include(FailureGroup.TRANSIENT, new SQLException("failed")))
                .isFalse();
    }

    @Test
    void holdFailuresWithADelayAmongTheTransientOnes() {
        Busy busy = new Busy(Duration.ofSeconds(1));
        assertThat(groups.include(FailureGroup.TRANSIENT, busy)).isTrue();
        assertThat(groups.include(FailureGroup.PERMANENT, busy)).isFalse();
    }

    @Test
    void holdFailuresByTheCodesOfALibrary() {
        assertThat(groups.include(FailureGroup.PERMANENT, new IllegalStateException("17")))
                .isTrue();
        assertThat(groups.include(FailureGroup.PERMANENT, new IllegalStateException("18")))
                .isFalse();
    }

    @Test
    void areDescribedByWhatIsOnTheClassPath() {
        assertThat(groups.members(FailureGroup.TRANSIENT))
                .startsWith("java.io.IOException")
                .contains("not java.io.FileNotFoundException")
                .doesNotContain("jakarta.persistence.OptimisticLockException")
                .endsWith(
                        "java.sql.SQLException of SQL state class 08, 40, 53 or 57",
                        "an HTTP status of retry-on-status");
        assertThat(groups.members(FailureGroup.PERMANENT))
                .startsWith("java.lang.NullPointerException")
                .endsWith("not java.sql.SQLNonTransientConnectionException", "code 17");
    }

    @Test
    void nameEachTypeWhetherOrNotItIsOnTheClassPath() {
        assertThat(FailureGroup.TRANSIENT.namedTypes())
                .contains("java.io.FileNotFoundException", "jakarta.persistence.OptimisticLockException");
    }

    @Test
    void areExpandedToTheirMembersInASelection() {
        FailureSelection selection = new FailureSelection(
                        List.of(IOException.class), EnumSet.of(FailureGroup.PERMANENT))
                .and(List.of(Exception.class));
        assertThat(selection.names()).containsExactly("permanent", "java.io.IOException", "java.lang.Exception");
        assertThat(selection.expanded(groups))
                .startsWith("java.lang.NullPointerException")
                .endsWith("code 17", "java.io.IOException", "java.lang.Exception");
    }

    @Test
    void holdSubclassesUnlessTheyAreExcluded() {
        FailureTypes types = new FailureTypes(List.of("java.io.IOException"), Set.of("java.io.FileNotFoundException"));
        assertThat(types.test(new IOException())).isTrue();
        assertThat(types.test(new SocketException())).isTrue();
        assertThat(types.test(new ConnectException())).isTrue();
        assertThat(types.test(new FileNotFoundException())).isFalse();
        assertThat(types.test(new RuntimeException())).isFalse();
        assertThat(types.test(new IllegalStateException())).isFalse();
    }

    private static final class Codes implements CodedFailures {

        @Override
        public @Nullable FailureGroup groupOf(Throwable failure) {
            return "17".equals(failure.getMessage()) ? FailureGroup.PERMANENT : null;
        }

        @Override
        public List<String> members(FailureGroup group) {
            return group == FailureGroup.PERMANENT ? List.of("code 17") : List.of();
        }
    }
}
