package io.backoff.adopt;

import io.backoff.adopt.AdoptedBeans.AdoptedBean;
import io.backoff.logging.SpringLogger;
import io.backoff.message.LogMessage;
import io.backoff.method.MethodTag;
import io.backoff.result.ResultKind;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.MethodClassKey;
import org.springframework.util.ClassUtils;

/**
 * The adopted methods. They are found at startup, so that their meters exist from the start. If a bean is created
 * later, its methods are added then.
 */
public final class AdoptedMethods implements SmartInitializingSingleton {

    private static final Logger logger = SpringLogger.of(AdoptedMethods.class);

    private static final LogMessage NOT_ADOPTED =
            LogMessage.warning("The retries of %s are not adopted: %s. Its calls are neither counted nor governed.");
    private static final LogMessage RETRIED_OUTSIDE = LogMessage.warning(
            "The retries of %s do not call the method again: %s re-reads the same CompletionStage, so they cannot "
                    + "succeed. Annotate the method with @Backoff instead, which calls it again.");
    private static final LogMessage NOT_GOVERNED = LogMessage.warning(
            "The retries of %s are only observed: they are unlimited, and a call whose retries are denied would never "
                    + "end. Limit the attempts.");

    private final AdoptedMethodFactory factory;
    private final AdoptedResults results;
    private final AdoptedBeans beans;
    private final UncreatedBeans uncreated;
    private final Map<Key, Optional<AdoptedMethod>> methods = new ConcurrentHashMap<>();
    private final Map<RowKey, Row> rows = new ConcurrentSkipListMap<>(RowKey.ORDER);
    // The rows of beans that have not been created yet. A row is replaced when its bean is created, because the bean's
    // class may differ from the declared one.
    private final Set<RowKey> expected = ConcurrentHashMap.newKeySet();

    AdoptedMethods(AdoptedMethodFactory factory, AdoptedResults results, AdoptedBeans beans, UncreatedBeans uncreated) {
        this.factory = factory;
        this.results = results;
        this.beans = beans;
        this.uncreated = uncreated;
    }

    /**
     * An adopted method of a bean.
     *
     * @param name {@code Class.method}, the value of the meter tag {@code method}
     */
    public record Row(String bean, String name, AdoptedMethod method) {}

    private record Key(RetryLibrary library, MethodClassKey method) {}

    private record RowKey(String library, String bean, String name) {

        static final Comparator<RowKey> ORDER = Comparator.comparing(RowKey::library)
                .thenComparing(RowKey::bean)
                .thenComparing(RowKey::name);

        boolean isOf(AdoptedBean other) {
            return library.equals(other.library().id()) && bean.equals(other.name());
        }
    }

    /** Returns the adopted methods of all beans, ordered by library, bean and name. */
    public Collection<Row> all() {
        return List.copyOf(rows.values());
    }

    @Override
    public void afterSingletonsInstantiated() {
        beans.follow(this::add);
        uncreated.find().stream().filter(bean -> !beans.exists(bean)).forEach(this::add);
    }

    private void add(AdoptedBean bean) {
        String obstacle = bean.obstacle();
        if (obstacle == null) {
            addRows(bean);
        } else if (bean.advised() || uncreated.isUsed(bean.library())) {
            bean.retried().keySet().forEach(method -> warn(method, bean.targetClass(method), obstacle));
        }
    }

    private void addRows(AdoptedBean bean) {
        if (bean.advised()) {
            expected.removeIf(key -> key.isOf(bean) && rows.remove(key) != null);
        }
        for (Method method : bean.retried().keySet()) {
            AdoptedMethod found = find(bean.library(), method, bean.targetClass(method));
            if (found != null) {
                String name = MethodTag.of(method, bean.targetClass(method));
                RowKey key = new RowKey(bean.library().id(), bean.name(), name);
                addRow(key, new Row(bean.name(), name, found), bean.advised());
            }
        }
    }

    private void addRow(RowKey key, Row row, boolean exists) {
        rows.put(key, row);
        if (!exists) {
            expected.add(key);
        }
    }

    /** Returns the adopted method; {@code null} if the library does not retry it, or if it cannot be adopted. */
    @Nullable
    AdoptedMethod find(RetryLibrary library, Method method, Class<?> targetClass) {
        Key key = new Key(library, new MethodClassKey(method, targetClass));
        Optional<AdoptedMethod> known = methods.get(key);
        // Creates the method outside the map's lock, because the first look-up may create beans.
        return (known != null ? known : firstOf(key, create(library, method, targetClass))).orElse(null);
    }

    private Optional<AdoptedMethod> firstOf(Key key, Optional<AdoptedMethod> created) {
        Optional<AdoptedMethod> raced = methods.putIfAbsent(key, created);
        return raced != null ? raced : created;
    }

    private Optional<AdoptedMethod> create(RetryLibrary library, Method method, Class<?> targetClass) {
        LibrarySettings retry = library.find(method, targetClass);
        if (retry == null) {
            return Optional.empty();
        }
        // Uses the declared type, even if it is a type variable, because the libraries do not resolve type variables
        // either.
        Class<?> returned = method.getReturnType();
        String reason = results.unsupported(method, returned, retry);
        if (reason != null) {
            warn(method, targetClass, reason);
            return Optional.empty();
        }
        if (results.isRetriedOutside(returned, retry)) {
            RETRIED_OUTSIDE.with(name(method, targetClass), library.id()).log(logger);
        }
        LibrarySettings limited = retry.limited(library.maxAttempts(retry));
        AdoptedGuards guards =
                factory.guards(method, targetClass, limited, isGovernable(library, limited, name(method, targetClass)));
        ResultKind kind = results.of(method, returned);
        boolean retried = results.areRetried(kind, returned, retry.asynchronous());
        boolean later = results.mayBeginLater(kind, method, targetClass);
        return Optional.of(new AdoptedMethod(library, limited, kind, retried, later, guards));
    }

    /**
     * Whether a call ends once its retries are denied. It does not if the library's attempts are unlimited and Backoff
     * cannot end the library's calls: the library would then go on forever.
     */
    private boolean isGovernable(RetryLibrary library, LibrarySettings retry, String name) {
        boolean endless = retry.maxAttempts() == LibrarySettings.UNLIMITED && !library.endsCalls(retry);
        if (endless && factory.governs()) {
            NOT_GOVERNED.with(name).log(logger);
        }
        return !endless;
    }

    private static void warn(Method method, Class<?> targetClass, String reason) {
        NOT_ADOPTED.with(name(method, targetClass), reason).log(logger);
    }

    private static String name(Method method, Class<?> targetClass) {
        return ClassUtils.getQualifiedMethodName(method, ClassUtils.getUserClass(targetClass));
    }
}
