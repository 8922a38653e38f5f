package io.backoff.aop;

import io.backoff.Backoff;
import io.backoff.policy.BackoffPolicy;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

/** The guarded methods of the application, looked up by method and target class; each is built once. */
final class GuardedMethods {

    private final GuardedMethodFactory factory;
    private final Map<MethodKey, GuardedMethod> known = new ConcurrentHashMap<>();

    GuardedMethods(GuardedMethodFactory factory) {
        this.factory = factory;
    }

    /** What guards the method, or {@code null} when no annotation covers it. */
    @Nullable
    GuardedMethod find(Method method, Class<?> targetClass) {
        MethodKey key = new MethodKey(method, targetClass);
        GuardedMethod found = known.get(key);
        return found != null ? found : build(key);
    }

    /** Refuses a policy that one of the methods under its name cannot keep. */
    void check(BackoffPolicy policy) {
        for (GuardedMethod each : known.values()) {
            if (each.policy().equals(policy.name()) && !each.driver().asynchronous()) {
                BlockedThreads.checkTimeout(each.method(), policy);
            }
        }
    }

    private @Nullable GuardedMethod build(MethodKey key) {
        Backoff annotation = BackoffAnnotations.find(key.method(), key.targetClass());
        if (annotation == null) {
            return null;
        }
        Method specific = AopUtils.getMostSpecificMethod(key.method(), key.targetClass());
        MethodKey canonical = new MethodKey(specific, key.targetClass());
        // Built outside of the map's lock: it looks up beans, whose creation may come back here.
        GuardedMethod built = known.get(canonical);
        if (built == null) {
            built = factory.create(specific, key.targetClass(), annotation);
        }
        GuardedMethod raced = known.putIfAbsent(canonical, built);
        GuardedMethod winner = raced != null ? raced : built;
        known.put(key, winner);
        return winner;
    }
}
