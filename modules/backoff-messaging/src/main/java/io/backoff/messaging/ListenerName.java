package io.backoff.messaging;

import io.backoff.method.MethodTag;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * The name of a message listener.
 *
 * @param bean name of the listener's bean; the tag if the listener is not a bean, or if several beans have its class
 * @param tag id of the listener or, without an id, {@code Class.method}, or {@code Class} if the class itself is the
 *     listener
 */
public record ListenerName(String bean, String tag) {

    /**
     * Names a listener.
     *
     * @param id id of the listener
     * @param generated the prefix of generated ids, which depend on the order of listeners, and are therefore used only
     *     if the target is unknown
     * @param target the object whose method is called; {@code null} if unknown
     * @param method the method; {@code null} if unknown, or if there are several
     */
    public static ListenerName of(
            String id, String generated, @Nullable Object target, @Nullable Method method, ListableBeanFactory beans) {
        if (target == null) {
            return new ListenerName(id, id);
        }
        Class<?> type = AopUtils.getTargetClass(target);
        String tag = id.startsWith(generated) ? tag(type, method) : id;
        String[] names = beans.getBeanNamesForType(type, true, false);
        return new ListenerName(names.length == 1 ? names[0] : tag, tag);
    }

    private static String tag(Class<?> type, @Nullable Method method) {
        return method == null ? type.getSimpleName() : MethodTag.of(method, type);
    }
}
