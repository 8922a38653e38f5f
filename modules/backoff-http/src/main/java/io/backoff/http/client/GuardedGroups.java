package io.backoff.http.client;

import io.backoff.aop.BackoffInvoker;
import io.backoff.aop.ConfiguredMethods;
import io.backoff.aop.GuardedMethod;
import io.backoff.aop.KeySource;
import io.backoff.aop.MethodInspection;
import io.backoff.client.GroupKey;
import io.backoff.client.GroupProperties;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.LazyBean;
import io.backoff.policy.BackoffPolicies;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * Guards the clients of HTTP service groups under the policies of their groups. The advice is part of the client
 * itself, so it also applies to clients from the {@link HttpServiceProxyRegistry}. Only methods that send a request are
 * guarded. Default methods of the interface are not, because they call guarded methods.
 */
final class GuardedGroups implements ServiceClients {

    private static final LogMessage POST_WITHOUT_KEY = LogMessage.warning(
            "'%s' retries POST or PATCH requests without an idempotency key, so the callee may process them "
                    + "more than once: %s. If the callee supports the Idempotency-Key header, set "
                    + "'backoff.http.client.idempotency-key' to true; otherwise give these methods a policy with one "
                    + "attempt, as in @Backoff(\"once\").");

    private final GroupPolicies policies;
    private final Supplier<BackoffInvoker> invoker;
    private final Supplier<MethodInspection> inspection;
    private final ListableBeanFactory beans;
    private final Map<String, Client> clients = new ConcurrentSkipListMap<>();
    private final Map<String, Supplier<URI>> bases = new ConcurrentHashMap<>();

    private record Client(String group, Class<?> type, Supplier<ConfiguredMethods> methods) {}

    GuardedGroups(
            GroupPolicies policies,
            ObjectProvider<BackoffInvoker> invoker,
            ObjectProvider<MethodInspection> inspection,
            ListableBeanFactory beans) {
        this.policies = policies;
        this.invoker = invoker::getObject;
        this.inspection = inspection::getObject;
        this.beans = beans;
    }

    /**
     * Sets the base URL of a group. The hosts of requests are derived from it.
     *
     * @param base supplies the base URL, which may be incomplete before the first call of a client
     */
    void locate(HttpServiceGroup group, Supplier<URI> base) {
        bases.put(group.name(), new LazyBean<>(base));
    }

    /** If the group has a policy, makes the factory create guarded clients. */
    void guard(HttpServiceGroup group, HttpServiceProxyFactory.Builder factory) {
        GroupProperties settings = policies.of(group.name());
        if (settings != null && settings.policy() != null) {
            String policy = settings.policy();
            boolean byHost = settings.key() == GroupKey.HOST;
            factory.proxyFactoryCustomizer(
                    (proxy, type) -> proxy.addAdvice(0, advice(group.name(), type, policy, byHost)));
        }
    }

    // Like all advice of this library, this advice looks up beans on its first call.
    private MethodInterceptor advice(String group, Class<?> type, String policy, boolean byHost) {
        KeySource keys = byHost ? new RequestHost(type, () -> base(group), policies::resolve) : null;
        Supplier<ConfiguredMethods> methods =
                new LazyBean<>(() -> invoker.get().assign(type, policy, GuardedGroups::sendsRequest, keys));
        clients.put(group + "#" + type.getName(), new Client(group, type, methods));
        return invocation -> methods.get().invoke(invocation);
    }

    private URI base(String group) {
        Supplier<URI> base = bases.get(group);
        return base == null ? URI.create("") : base.get();
    }

    private static boolean sendsRequest(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, HttpExchange.class);
    }

    @Override
    public boolean inspect() {
        HttpServiceProxyRegistry registry =
                beans.getBeanProvider(HttpServiceProxyRegistry.class).getIfAvailable();
        // Groups of the parent context are checked by the parent context.
        if (registry != null && beans.getBeanNamesForType(HttpServiceProxyRegistry.class).length > 0) {
            policies.check(registry.getGroupNames(), beans.getBean(BackoffPolicies.class));
            clients.forEach(this::inspect);
            warnOfRepeatedRequests();
        }
        return registry != null;
    }

    private void inspect(String bean, Client client) {
        try {
            inspection.get().add(bean, client.methods.get());
        } catch (InvalidBackoffException failure) {
            throw policies.rejected(client.group, failure);
        }
    }

    /** Warns once per group about POST and PATCH requests that are retried without an idempotency key. */
    private void warnOfRepeatedRequests() {
        Map<String, Set<String>> repeated = new TreeMap<>();
        for (Client client : clients.values()) {
            client.methods.get().built().stream()
                    .filter(method -> !policies.sendsIdempotencyKeys() && isRepeated(client.type, method))
                    .forEach(method -> repeated.computeIfAbsent(client.group, group -> new TreeSet<>())
                            .add(method.guard().calls().method()));
        }
        repeated.forEach((group, methods) -> POST_WITHOUT_KEY
                .with(GroupPolicies.property(group), String.join(", ", methods))
                .log(SpringLogger.of(GuardedGroups.class)));
    }

    private static boolean isRepeated(Class<?> type, GuardedMethod guarded) {
        return guarded.guard().policy().get().retries()
                && posts(type, guarded.method())
                && !hasKey(type, guarded.method());
    }

    private static boolean posts(Class<?> type, Method method) {
        return exchanges(method, type)
                .map(HttpExchange::method)
                .filter(StringUtils::hasText)
                .findFirst()
                .filter(name -> GeneratedKeys.METHODS.contains(name.toUpperCase(Locale.ROOT)))
                .isPresent();
    }

    /** Whether the method or its interface declares the header {@code Idempotency-Key}. */
    private static boolean hasKey(Class<?> type, Method method) {
        Stream<String> fixed = exchanges(method, type)
                .flatMap(exchange -> Stream.of(exchange.headers()))
                .map(header -> header.split("=", 2)[0]);
        Stream<String> given = Stream.of(method.getParameters())
                .map(parameter -> AnnotatedElementUtils.findMergedAnnotation(parameter, RequestHeader.class))
                .filter(Objects::nonNull)
                .map(RequestHeader::name);
        return Stream.concat(fixed, given).anyMatch(name -> name.trim().equalsIgnoreCase(GeneratedKeys.HEADER));
    }

    /** Returns the annotations that describe a request: that of the method, then that of the interface. */
    private static Stream<HttpExchange> exchanges(Method method, Class<?> type) {
        return Stream.of(method, type)
                .map(element -> AnnotatedElementUtils.findMergedAnnotation(element, HttpExchange.class))
                .filter(Objects::nonNull);
    }
}
