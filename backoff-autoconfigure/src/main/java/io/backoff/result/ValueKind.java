package io.backoff.result;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Call;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import io.backoff.pace.Turn;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

/** The kind of methods that return plain values, which are complete on return. */
final class ValueKind implements ResultKind {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return !AsyncReturnTypes.isPossible(method, returned);
    }

    @Override
    public ResolvableType valueOf(ResolvableType returned) {
        return returned;
    }

    @Override
    public boolean asynchronous() {
        return false;
    }

    @Override
    @SuppressWarnings("NullAway") // Type arguments may be null; javac reads @Nullable from jars only since Java 22.
    public @Nullable Object retry(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return BlockingRunner.run(guard, operation);
    }

    @Override
    public @Nullable Object defer(Start start) throws Throwable {
        return start.start(Caller.THREAD);
    }

    /** Unsupported, because a value cannot be returned before it exists. */
    @Override
    public @Nullable Object inTurn(Call call, Turn turn, Start start) {
        throw new UnsupportedOperationException("A blocking attempt waits on its own thread");
    }

    @Override
    public @Nullable Object follow(@Nullable Object result, Followed followed) {
        followed.returned(result);
        return result;
    }

    @Override
    public @Nullable Object completed(@Nullable Object value) {
        return value;
    }
}
