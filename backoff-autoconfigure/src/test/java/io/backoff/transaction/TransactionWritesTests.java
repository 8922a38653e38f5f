package io.backoff.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class TransactionWritesTests {

    private final List<String> news = new ArrayList<>();

    @BeforeEach
    void begin() {
        TransactionSynchronizationManager.initSynchronization();
    }

    @AfterEach
    void end() {
        TransactionSynchronizationManager.clear();
    }

    @Test
    void areUndoneBackToTheSavepoint() {
        write("before");
        var equal = "savepoint";
        only().savepoint(equal);
        write("first");
        only().savepoint(new String(equal));
        write("second");
        only().savepointRollback(equal);
        assertThat(news).containsExactly("first undone", "second undone");
        write("again");
        only().savepointRollback(equal);
        assertThat(news).endsWith("second undone", "again undone");
        only().beforeCommit(false);
        only().afterCompletion(TransactionSynchronization.STATUS_COMMITTED);
        assertThat(news).endsWith("again undone", "before committing", "before ended 0");
    }

    @Test
    void areAllUndoneByASavepointThatIsOlder() {
        write("first");
        write("second");
        only().savepointRollback("created before the first write");
        only().afterCompletion(TransactionSynchronization.STATUS_COMMITTED);
        assertThat(news).containsExactly("first undone", "second undone");
    }

    @Test
    void endEvenIfAnotherCannot() {
        TransactionWrites.add(new TransactionWrites.Write() {
            @Override
            public void ended(int status) {
                throw new IllegalStateException("broken");
            }
        });
        write("next");
        var only = only();
        assertThatIllegalStateException()
                .isThrownBy(() -> only.afterCompletion(TransactionSynchronization.STATUS_ROLLED_BACK))
                .withMessage("broken");
        assertThat(news).containsExactly("next ended 1");
    }

    private void write(String name) {
        TransactionWrites.add(new TransactionWrites.Write() {
            @Override
            public void undone() {
                news.add(name + " undone");
            }

            @Override
            public void committing() {
                news.add(name + " committing");
            }

            @Override
            public void ended(int status) {
                news.add(name + " ended " + status);
            }
        });
    }

    private static TransactionSynchronization only() {
        assertThat(TransactionSynchronizationManager.getSynchronizations()).hasSize(1);
        return TransactionSynchronizationManager.getSynchronizations().get(0);
    }
}
