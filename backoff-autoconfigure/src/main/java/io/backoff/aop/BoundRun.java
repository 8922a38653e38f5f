package io.backoff.aop;

import io.backoff.engine.Attempts;
import io.backoff.engine.BlockingRunner;
import io.backoff.engine.Guard;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
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

    /** For calls that make these attempts. */
    BoundRun(Guard guard, Attempts attempts) {
        this.guard = guard;
        this.run = MethodHandles.insertArguments(Runner.RUN, 0, guard, attempts);
        this.runWhileBusy = attempts.leavesResultsToPolicy()
                ? MethodHandles.insertArguments(
                        Runner.RUN_WHILE_BUSY, 0, guard, attempts, Runner.FIRST.bindTo(attempts))
                : run;
    }

    @Nullable
    Object call(Object target, @Nullable Object[] arguments) throws Throwable {
        return (@Nullable Object) (guard.isBusy() ? runWhileBusy : run).invokeExact(target, arguments);
    }

    /** The runner, and the first attempt, as method handles. */
    private static final class Runner {

        static final MethodHandle RUN;
        static final MethodHandle RUN_WHILE_BUSY;
        static final MethodHandle FIRST;

        static {
            MethodType call = MethodType.methodType(Object.class, Object.class, Object[].class);
            MethodType guarded = call.insertParameterTypes(0, Guard.class, Attempts.class);
            Lookup lookup = MethodHandles.lookup();
            try {
                RUN = lookup.findStatic(BlockingRunner.class, "run", guarded);
                RUN_WHILE_BUSY = lookup.findStatic(
                        BlockingRunner.class, "runWhileBusy", guarded.insertParameterTypes(2, MethodHandle.class));
                FIRST = lookup.findVirtual(Attempts.class, "first", call);
            } catch (ReflectiveOperationException impossible) {
                throw new LinkageError(impossible.getMessage(), impossible);
            }
        }
    }
}
