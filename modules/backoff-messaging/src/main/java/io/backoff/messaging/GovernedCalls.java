package io.backoff.messaging;

import io.backoff.config.change.PolicyReference;
import io.backoff.config.change.PolicyStore;
import io.backoff.config.change.PolicyUse;
import io.backoff.engine.execution.Engine;
import io.backoff.engine.execution.Guard;
import io.backoff.logging.StartupLines;
import io.backoff.message.LogLine;
import io.backoff.message.LogMessage;
import io.backoff.method.GuardedCalls;
import io.backoff.method.LazyBean;
import io.backoff.policy.BackoffPolicies;
import io.backoff.policy.BackoffPolicy;
import io.backoff.policy.FollowedPolicy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/** The calls that one property, such as {@code backoff.amqp.template}, puts under a policy. */
public final class GovernedCalls implements GuardedCalls, PolicyUse, StartupLines {

    private static final LogMessage GOVERNS_NOTHING =
            LogMessage.warning("'%s' is set, but the application has no %s that it could govern");

    private static final Map<String, String> GOVERNED = Map.of(
            "backoff.amqp.listener", "@RabbitListener",
            "backoff.amqp.template", "auto-configured RabbitTemplate",
            "backoff.kafka.listener", "@KafkaListener");

    private final String property;
    private final @Nullable String policy;
    private final BackoffPolicies policies;
    private final Supplier<Engine> engine;
    private final @Nullable PolicyStore ownBudgets;
    private final List<Supplier<Row>> rows = new CopyOnWriteArrayList<>();

    GovernedCalls(String property, @Nullable String policy, BackoffPolicies policies, Supplier<Engine> engine) {
        this(property, policy, policies, engine, null);
    }

    private GovernedCalls(
            String property,
            @Nullable String policy,
            BackoffPolicies policies,
            Supplier<Engine> engine,
            @Nullable PolicyStore ownBudgets) {
        this.property = property;
        this.policy = policy;
        this.policies = policies;
        this.engine = engine;
        this.ownBudgets = ownBudgets;
    }

    /**
     * Creates calls that draw from a budget of their own, named like them, unless the configuration names the budget of
     * the policy.
     */
    static GovernedCalls withOwnBudgets(
            String property, String policy, PolicyStore store, BackoffPolicies policies, Supplier<Engine> engine) {
        return new GovernedCalls(property, policy, policies, engine, store);
    }

    /**
     * Creates the calls of a property.
     *
     * @param policy value of the property; {@code null} or empty if it is not set, so that there are no such calls
     * @throws io.backoff.config.InvalidPropertyException if there is no such policy
     */
    public static GovernedCalls of(
            String property,
            @Nullable String policy,
            BackoffPolicies policies,
            Supplier<Engine> engine,
            Environment environment) {
        if (!StringUtils.hasText(policy)) {
            return new GovernedCalls(property, null, policies, engine);
        }
        PolicyReference.of(property, policy, policies, environment);
        return new GovernedCalls(property, policy, policies, engine);
    }

    /** Whether the property is set. */
    public boolean areGoverned() {
        return policy != null;
    }

    /** Name of the property. */
    public String property() {
        return property;
    }

    /** Name of the policy. */
    public String policy() {
        return Objects.requireNonNull(policy, "'policy' must not be null");
    }

    /** The policy as it is now. */
    public BackoffPolicy currentPolicy() {
        return policies.get(policy());
    }

    /**
     * Adds calls of one kind.
     *
     * @param bean name of the bean that makes or receives them
     * @param method their name in meters and at the endpoint
     * @return their guard, created when it is first needed
     */
    public Supplier<Guard> add(String bean, String method) {
        LazyBean<Guard> guard = new LazyBean<>(() -> Guard.of(engine.get(), followed(method), method));
        rows.add(() -> new Row(bean, integration(), guard.get()));
        return guard;
    }

    private FollowedPolicy followed(String method) {
        FollowedPolicy followed = FollowedPolicy.of(policies, policy());
        PolicyStore store = ownBudgets;
        return store == null
                ? followed
                : followed.adapted(now -> namesBudget(store, now.name()) ? now : now.withBudget(store.budget(method)));
    }

    private static boolean namesBudget(PolicyStore store, String policy) {
        return store.namesBudget(policy) || store.declaresBudgetOf(policy);
    }

    // backoff.amqp.listener is of the integration "amqp".
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
        return ifNothing(property, areGoverned(), rows());
    }

    /** A warning if a property is set, but governs nothing. */
    static List<LogLine> ifNothing(String property, boolean set, Collection<Row> rows) {
        return set && rows.isEmpty()
                ? List.of(GOVERNS_NOTHING.with(property, GOVERNED.getOrDefault(property, "calls")))
                : List.of();
    }
}
