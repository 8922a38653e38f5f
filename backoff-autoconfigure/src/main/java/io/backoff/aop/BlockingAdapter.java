package io.backoff.aop;

import io.backoff.engine.execution.BlockingRunner;
import io.backoff.engine.execution.Guard;
import io.backoff.engine.execution.Operation;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Carries out methods that cannot fail after they have returned. Other adapters take precedence. */
final class BlockingAdapter implements ReturnTypeAdapter {

    @Override
    public boolean supports(Method method, Class<?> returned) {
        return !AsyncReturnTypes.isPossible(method, returned);
    }

    @Override
    public boolean asynchronous() {
        return false;
    }

    @Override
    @SuppressWarnings("NullAway") // The parameter may be null: javac reads that from a jar since Java 22.
    public @Nullable Object call(Guard guard, Operation<@Nullable Object> operation) throws Throwable {
        return BlockingRunner.run(guard, operation);
    }
}
