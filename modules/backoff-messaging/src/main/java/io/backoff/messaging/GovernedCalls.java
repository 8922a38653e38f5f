package io.backoff.messaging;

import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.PolicyUse;
import io.backoff.engine.execution.Guard;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.IntegrationCalls;
import io.backoff.method.LazyBean;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.CurrentPolicy;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The calls that one property, such as {@code backoff.amqp.template}, puts under a policy. */
public final class GovernedCalls implements IntegrationCalls, PolicyUse, StartupLines {

    private static final LogMessage GOVERNS_NOTHING =
            LogMessage.warning("'%s' is set, but the application has no %s that it could govern");

    private final MessagingPolicies policies;
    private final String property;
    private final String kind;
    private final @Nullable String policy;
    private final boolean ownBudgets;
    private final List<Supplier<Row>> rows = new CopyOnWriteArrayList<>();

    /**
     * Creates an instance without calls.
     *
     * @param kind description of the sender or receiver
     * @param policy the policy; {@code null} if the property is not set
     * @param ownBudgets whether each sender or receiver has its own budget, named after it, unless the policy names a
     *     budget
     */
    GovernedCalls(
            MessagingPolicies policies, String property, String kind, @Nullable String policy, boolean ownBudgets) {
        this.policies = policies;
        this.property = property;
        this.kind = kind;
        this.policy = policy;
        this.ownBudgets = ownBudgets;
    }

    /** Whether the property names a policy for the calls. */
    public boolean areGoverned() {
        return policy != null;
    }

    /** The name of the property. */
    String property() {
        return property;
    }

    /** The name of the policy. */
    public String policy() {
        return Objects.requireNonNull(policy, "'policy' must not be null");
    }

    /** The current policy. */
    public BackoffPolicy currentPolicy() {
        return policies.policies().get(policy());
    }

    /**
     * Adds the calls of one sender or receiver.
     *
     * @param bean name of the bean that makes or receives the calls
     * @param method name of the calls in meters and at the endpoint
     * @return the guard of the calls, created on first use
     */
    public Supplier<Guard> add(String bean, String method) {
        LazyBean<Guard> guard = new LazyBean<>(() -> Guard.of(policies.engine().get(), followed(method), method));
        rows.add(() -> new Row(bean, integration(), guard.get()));
        return guard;
    }

    /** Does the same as {@link #add}, and prepares the policy for calls with keys. */
    Supplier<Guard> addKeyed(String bean, String method) {
        currentPolicy().keys().expect();
        return add(bean, method);
    }

    private CurrentPolicy followed(String method) {
        CurrentPolicy followed = CurrentPolicy.of(policies.policies(), policy());
        PolicyStore store = policies.store();
        return ownBudgets
                ? followed.adapted(now -> store.hasBudget(now.name()) ? now : now.withBudget(store.budget(method)))
                : followed;
    }

    // For example, backoff.amqp.listener belongs to the integration "amqp".
    private String integration() {
        return property.split("\\.")[1];
    }

    @Override
    public Collection<Row> rows() {
        return rows.stream().map(Supplier::get).toList();
    }

    @Override
    public Collection<String> policies() {
        return policy == null ? Set.of() : Set.of(policy);
    }

    @Override
    public List<LogLine> lines() {
        return ifNothing(property, kind, areGoverned(), rows());
    }

    /** Returns a warning if the property is set but governs nothing. */
    static List<LogLine> ifNothing(String property, String kind, boolean set, Collection<Row> rows) {
        return set && rows.isEmpty() ? List.of(GOVERNS_NOTHING.with(property, kind)) : List.of();
    }
}
