package io.backoff.http.client;

import io.backoff.aop.AssignedMethods;
import io.backoff.aop.BackoffInvoker;
import io.backoff.aop.MethodInspection;
import io.backoff.method.InvalidBackoffException;
import io.backoff.method.LazyBean;
import io.backoff.policy.BackoffPolicies;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.service.annotation.HttpExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.HttpServiceProxyRegistry;

/**
 * Guards the clients of HTTP service groups, each with the policy of its group. The advice is inside the client itself,
 * so it also guards a client that the {@link HttpServiceProxyRegistry} returns. It covers the methods that send a
 * request; a default method of the interface calls these.
 */
final class GuardedGroups implements ServiceClients {

    private final GroupPolicies policies;
    private final Supplier<BackoffInvoker> invoker;
    private final Supplier<MethodInspection> inspection;
    private final ListableBeanFactory beans;
    private final Map<String, Client> clients = new ConcurrentSkipListMap<>();

    private record Client(String group, Supplier<AssignedMethods> methods) {}

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

    /** Lets the factory of a group create guarded clients if the group has a policy. */
    void guard(HttpServiceGroup group, HttpServiceProxyFactory.Builder factory) {
        String policy = policies.of(group.name());
        if (policy != null) {
            factory.proxyFactoryCustomizer((proxy, type) -> proxy.addAdvice(0, advice(group.name(), type, policy)));
        }
    }

    // Like all our advice, it looks up beans when it is first called.
    private MethodInterceptor advice(String group, Class<?> type, String policy) {
        Supplier<AssignedMethods> methods =
                new LazyBean<>(() -> invoker.get().assign(type, policy, GuardedGroups::sendsRequest));
        clients.put(group + "#" + type.getName(), new Client(group, methods));
        return invocation -> methods.get().invoke(invocation);
    }

    private static boolean sendsRequest(Method method) {
        return AnnotatedElementUtils.hasAnnotation(method, HttpExchange.class);
    }

    @Override
    public boolean inspect() {
        HttpServiceProxyRegistry registry =
                beans.getBeanProvider(HttpServiceProxyRegistry.class).getIfAvailable();
        // The groups of a parent context are guarded there.
        if (registry != null && beans.getBeanNamesForType(HttpServiceProxyRegistry.class).length > 0) {
            policies.check(registry.getGroupNames(), beans.getBean(BackoffPolicies.class));
            clients.forEach(this::inspect);
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
}
