package io.backoff.aop;

import io.backoff.engine.Attempts;
import io.backoff.engine.Operation;
import org.jspecify.annotations.Nullable;

/** The calls of a blocking method whose target is called directly. */
record DirectAttempts(GuardedMethod guarded, DirectCall direct) implements Attempts {

    @Override
    public boolean leavesResultsToPolicy() {
        return guarded.condition() == null;
    }

    @Override
    public @Nullable Object first(Object target, @Nullable Object[] arguments) throws Throwable {
        return direct.call(target, arguments);
    }

    @Override
    public Operation<@Nullable Object> operation(Object target, @Nullable Object[] arguments) {
        return new GuardedCall(guarded, new DirectInvocation(direct, target, arguments));
    }

    private record DirectInvocation(
            DirectCall direct, Object target, @Nullable Object[] arguments) implements Invocation {

        @Override
        public @Nullable Object proceed() throws Throwable {
            return direct.call(target, arguments);
        }
    }
}
