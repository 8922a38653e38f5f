package io.backoff.result;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The supported kinds of method results, in the order in which they are asked: those of optional libraries, futures,
 * plain values. The first kind that supports a method is the kind of its results.
 */
public final class ResultKinds {

    /** A {@link CompletionStage} or a {@link java.util.concurrent.CompletableFuture}. */
    public static final ResultKind FUTURE = new FutureKind();

    /** A plain value, complete when the method returns. */
    public static final ResultKind VALUE = new ValueKind();

    private final List<ResultKind> kinds;

    /**
     * Creates the supported kinds.
     *
     * @param further the kinds of optional libraries, asked first
     */
    public ResultKinds(List<ResultKind> further) {
        this.kinds = Stream.concat(further.stream(), Stream.of(FUTURE, VALUE)).toList();
    }

    /**
     * Returns the kind of a method's results; {@code null} if no kind supports the method.
     *
     * @param returned the return type of the method, with the type variables of its class resolved
     */
    public @Nullable ResultKind find(Method method, Class<?> returned) {
        for (ResultKind kind : kinds) {
            if (kind.supports(method, returned)) {
                return kind;
            }
        }
        return null;
    }

    /**
     * Returns the kind for a method whose results are observed but not replaced. Results of every type can be observed:
     * an unsupported type counts as {@link #FUTURE} if it is a stage, and otherwise as {@link #VALUE}.
     */
    public ResultKind following(Method method, Class<?> returned) {
        ResultKind kind = find(method, returned);
        if (kind != null) {
            return kind;
        }
        return CompletionStage.class.isAssignableFrom(returned) ? FUTURE : VALUE;
    }
}
