package io.backoff.engine.safe;

import io.backoff.engine.CallerContext;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** A caller context that never throws: a context that cannot be propagated must not fail the call. */
public final class SafeContext implements CallerContext {

    private static final Logger logger = System.getLogger(SafeContext.class.getName());

    private static final LogMessage CONTEXT_FAILED = LogMessage.warning("The caller's context could not be propagated");

    private static final Scope NOTHING = () -> {};

    private final CallerContext context;
    private final LogLimit once = LogLimit.once();

    private SafeContext(CallerContext context) {
        this.context = context;
    }

    public static CallerContext of(CallerContext context) {
        return context == NONE || context instanceof SafeContext ? context : new SafeContext(context);
    }

    @Override
    public Snapshot capture() {
        try {
            Snapshot snapshot = context.capture();
            return () -> restore(snapshot);
        } catch (Throwable failure) {
            ignore(failure);
            return () -> NOTHING;
        }
    }

    private Scope restore(Snapshot snapshot) {
        try {
            Scope scope = snapshot.restore();
            return () -> close(scope);
        } catch (Throwable failure) {
            ignore(failure);
            return NOTHING;
        }
    }

    private void close(@Nullable Scope scope) {
        try {
            if (scope != null) {
                scope.close();
            }
        } catch (Throwable failure) {
            ignore(failure);
        }
    }

    private void ignore(Throwable failure) {
        once.log(this, CONTEXT_FAILED.with(), logger, failure);
    }
}
