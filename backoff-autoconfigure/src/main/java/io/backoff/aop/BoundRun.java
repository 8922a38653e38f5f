package io.backoff.aop;

import io.backoff.engine.Attempts;
import io.backoff.engine.BlockingRunner;
import io.backoff.engine.Guard;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Guards the blocking calls of one method.
 *
 * <p>By a method handle that is bound to all that these calls have in common. Java compiles such a handle with what it is
 * bound to, down to the target, and never with what calls it. So both stay small enough to be compiled in one piece each,
 * and the proxy's shows that nobody keeps its invocation, which then is not even made: 48 bytes and 10 ns a call.
 */
final class BoundRun {

    private final Guard guard;
    private final MethodHandle run;
    private final MethodHandle runWhileBusy;

    /**
     * For calls that make these attempts.
     *
     * @param first makes the first one, of the type of {@link Attempts#first}
     */
    BoundRun(Guard guard, Attempts attempts, MethodHandle first) {
        this.guard = guard;
        this.run = MethodHandles.insertArguments(Runner.RUN, 0, guard, attempts);
        this.runWhileBusy = attempts.leavesResultsToPolicy()
                ? MethodHandles.insertArguments(Runner.RUN_WHILE_BUSY, 0, guard, attempts, first)
                : run;
    }

    @Nullable
    Object call(Object target, @Nullable Object[] arguments) throws Throwable {
        return (@Nullable Object) (guard.isBusy() ? runWhileBusy : run).invokeExact(target, arguments);
    }

    /** The runner as method handles. */
    private static final class Runner {

        static final MethodHandle RUN = handle("run", Guard.class, Attempts.class, Object.class, Object[].class);
        static final MethodHandle RUN_WHILE_BUSY =
                handle("runWhileBusy", Guard.class, Attempts.class, MethodHandle.class, Object.class, Object[].class);

        private static MethodHandle handle(String name, Class<?>... parameters) {
            try {
                return MethodHandles.lookup()
                        .findStatic(BlockingRunner.class, name, MethodType.methodType(Object.class, parameters));
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError(impossible.getMessage(), impossible);
            }
        }
    }
}
