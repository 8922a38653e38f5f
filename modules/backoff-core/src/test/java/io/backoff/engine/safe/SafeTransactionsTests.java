package io.backoff.engine.safe;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.engine.CallerTransactions;
import io.backoff.engine.CallerTransactions.Ending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class SafeTransactionsTests {

    private final List<Ending> endings = new ArrayList<>();

    /** What a call reports to the transaction must not be lost: these failures reach the caller. */
    @Test
    void registrationsReachTheTransaction() throws Exception {
        CallerTransactions transactions = Mockito.mock();
        CallerTransactions safe = SafeTransactions.of(transactions);
        Runnable check = () -> {};
        Mockito.when(transactions.beforeCommit(check)).thenReturn(true);
        assertThat(safe.beforeCommit(check)).isTrue();
        assertThat(safe.beforeCommit(() -> {})).isFalse();
        safe.whenEnded(endings::add);
        Mockito.verify(transactions).whenEnded(Mockito.any());
        var method = Object.class.getMethod("toString");
        Mockito.when(transactions.of(method, Object.class)).thenReturn(Mockito.mock());
        assertThat(safe.of(method, Object.class)).isNotNull();
        Mockito.when(transactions.independent(method, Object.class)).thenReturn(Mockito.mock());
        assertThat(safe.independent(method, Object.class)).isNotNull();
    }

    @Test
    void withoutATransactionEverythingIsCommittedAtOnce() {
        CallerTransactions none = SafeTransactions.of(CallerTransactions.NONE);
        none.whenEnded(endings::add);
        assertThat(endings).containsExactly(Ending.COMMITTED);
        assertThat(none.beforeCommit(() -> {})).isFalse();
        assertThat(none.isRollbackOnly()).isFalse();
    }

    @Test
    void aFailedLookupCountsAsNoTransaction() {
        CallerTransactions broken = Mockito.mock();
        Mockito.when(broken.isActive()).thenThrow(new IllegalStateException("broken"));
        assertThat(SafeTransactions.of(broken).isActive()).isFalse();
    }
}
