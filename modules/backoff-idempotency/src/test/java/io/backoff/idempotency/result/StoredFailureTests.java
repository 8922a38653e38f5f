package io.backoff.idempotency.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.PermanentException;
import io.backoff.idempotency.DuplicateOperationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A stored failure names a class, which must not be used unless it is an exception. */
class StoredFailureTests {

    private static final AtomicInteger LOADED = new AtomicInteger();

    @Test
    void makesExceptions() {
        assertThat(replayed(IllegalArgumentException.class.getName()))
                .isInstanceOf(PermanentException.class)
                .cause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("text");
    }

    @Test
    void makesNothingElse() {
        assertThat(replayed(Gadget.class.getName())).isInstanceOf(DuplicateOperationException.class);
        assertThat(LOADED).hasValue(0);
    }

    @Test
    void describesWhatIsNoClass() {
        assertThat(replayed("no.such.Class")).isInstanceOf(DuplicateOperationException.class);
        assertThat(replayed("[Ljava.lang.Exception;")).isInstanceOf(DuplicateOperationException.class);
        assertThat(StoredFailure.parse(null).toThrowable("op", failure -> true, null))
                .isInstanceOf(DuplicateOperationException.class);
    }

    /** PostgreSQL has no such texts. */
    @Test
    void storesNoNul() {
        var failure = new PermanentException(new IllegalStateException("card\0expired"));
        assertThat(StoredFailure.of(failure).toOutcome().content())
                .isEqualTo("permanent\njava.lang.IllegalStateException\ncard\uFFFDexpired");
    }

    private Throwable replayed(String type) {
        return StoredFailure.parse("permanent\n" + type + "\ntext")
                .toThrowable("op", failure -> true, getClass().getClassLoader());
    }

    static final class Gadget {

        static {
            LOADED.incrementAndGet();
        }

        Gadget(String text) {
            LOADED.incrementAndGet();
        }
    }
}
