package io.backoff.engine;

import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What guards one method: built once, used by each of its calls. */
public final class Guard {

    private final Engine engine;
    private final FollowedPolicy policy;
    private final CallRecord calls;
    private final BusyClock clock;
    // Without volatile: terms do not change once they are made, and whoever does not see them makes the same again.
    private @Nullable Terms terms;
    // Of their own, so that one look tells of these all that a call has to know before it begins.
    private @Nullable Terms termsWhileBusy;

    private Guard(Engine engine, FollowedPolicy policy, CallRecord calls) {
        this.engine = engine;
        this.policy = policy;
        this.calls = calls;
        this.clock = engine.time().calls();
    }

    /**
     * A guard whose calls are counted under the policy and the method.
     *
     * @param policy gives the policy as it is now
     * @param method {@code Class.method}, or {@code programmatic}
     */
    public static Guard of(Engine engine, FollowedPolicy policy, String method) {
        return new Guard(engine, policy, engine.records().of(policy.get(), method));
    }

    /** The same guard with one more listener. */
    public Guard with(BackoffListener listener) {
        return new Guard(engine.with(listener), policy, calls);
    }

    /** What all calls of the application share. */
    public Engine engine() {
        return engine;
    }

    /** Gives the policy as it is now. */
    public Supplier<BackoffPolicy> policy() {
        return policy;
    }

    /** Where the calls are counted. */
    public CallRecord calls() {
        return calls;
    }

    /** Begins a call under the policy of this moment, inside the layer that the thread is in. */
    public Execution begin() {
        return begin(LayerScope.current());
    }

    /** Begins a call under the policy of this moment, inside a layer or none. */
    public Execution begin(@Nullable Layer outer) {
        return terms().begin(outer);
    }

    /** Whether there are so many calls at the moment that {@link BlockingRunner#runWhileBusy} saves something. */
    public boolean isBusy() {
        return clock.isBusy();
    }

    /** The terms of a call that begins now. */
    Terms terms() {
        Terms known = terms;
        return known != null && known.areCurrent() ? known : agree();
    }

    /** The same if it can be put off to tell of such a call, else {@code null}. */
    @Nullable
    Terms termsWhileBusy() {
        Terms known = termsWhileBusy;
        return known != null && known.areCurrent() ? known : agreeWhileBusy();
    }

    private @Nullable Terms agreeWhileBusy() {
        Terms now = terms();
        Terms made = now.canPutOff() ? now : null;
        termsWhileBusy = made;
        return made;
    }

    private Terms agree() {
        Terms made = new Terms(this, policy.found());
        terms = made;
        return made;
    }
}
