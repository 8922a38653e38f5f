package io.backoff.result;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of results that calls can be made for. */
public final class ResultKinds {

    private final List<ResultKind> kinds;

    /**
     * Creates the kinds.
     *
     * @param further the kinds of optional libraries, asked first
     */
    public ResultKinds(List<ResultKind> further) {
        this.kinds = Stream.concat(further.stream(), Stream.of(new FutureKind(), new ValueKind()))
                .toList();
    }

    /**
     * The kind of the results of a method; {@code null} if there is none.
     *
     * @param returned the return type of the method, with the type variables of its class resolved
     */
    public @Nullable ResultKind find(Method method, Class<?> returned) {
        for (ResultKind each : kinds) {
            if (each.supports(method, returned)) {
                return each;
            }
        }
        return null;
    }
}
