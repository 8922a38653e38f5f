package io.backoff.failure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Exceptions that real code throws. */
final class Caught {

    private Caught() {}

    /** The exception of code that has to fail with this type. */
    static <E extends Exception> E exception(Class<E> type, ThrowingCallable code) {
        return assertThatExceptionOfType(type).isThrownBy(code).actual();
    }
}
