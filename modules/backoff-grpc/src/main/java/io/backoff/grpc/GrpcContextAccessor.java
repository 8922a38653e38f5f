package io.backoff.grpc;

import io.grpc.Context;
import io.micrometer.context.ThreadLocalAccessor;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Propagates gRPC's {@link Context} across threads. It carries the deadline and the cancellation of an incoming call,
 * and the values that interceptors forward to outgoing calls.
 *
 * <p>Loaded by {@link java.util.ServiceLoader}, even without gRPC; do not use it directly.
 */
public final class GrpcContextAccessor implements ThreadLocalAccessor<Context> {

    /** The name of the class instead of the class itself, which may be absent. */
    static final String KEY = "io.grpc.Context";

    private static final boolean PRESENT = ClassUtils.isPresent(KEY, GrpcContextAccessor.class.getClassLoader());

    private static final ThreadLocal<@Nullable Attached> ATTACHED = new ThreadLocal<>();

    public GrpcContextAccessor() {}

    @Override
    public Object key() {
        return KEY;
    }

    @Override
    public @Nullable Context getValue() {
        if (!PRESENT) {
            return null;
        }
        Context current = Context.current();
        return current == Context.ROOT ? null : current;
    }

    @Override
    public void setValue(Context context) {
        ATTACHED.set(new Attached(context, context.attach(), ATTACHED.get()));
    }

    @Override
    public void setValue() {
        if (PRESENT) {
            setValue(Context.ROOT);
        }
    }

    @Override
    public void restore(Context previous) {
        restore();
    }

    /** Detaches the context that was attached last. */
    @Override
    public void restore() {
        Attached last = ATTACHED.get();
        if (last == null) {
            return;
        }
        if (last.outer() == null) {
            ATTACHED.remove();
        } else {
            ATTACHED.set(last.outer());
        }
        last.context().detach(last.before());
    }

    /**
     * A context that is attached to a thread.
     *
     * @param before what {@link Context#attach} returned. gRPC requires this object when the context is detached: it is
     *     not always the one that was current before
     * @param outer the context that was attached before; {@code null} if there is none
     */
    private record Attached(
            Context context, Context before, @Nullable Attached outer) {}
}
