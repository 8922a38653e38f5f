package io.backoff.idempotency.key;

import io.backoff.idempotency.result.JsonCodec;
import io.backoff.method.MethodVariables;
import java.lang.reflect.Method;
import java.sql.Time;
import java.util.Date;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.standard.SpelExpression;

/** A SpEL expression that computes the idempotency key of a call from its arguments. */
public final class IdempotencyKeyExpression implements KeyResolver {

    private final Method method;
    private final SpelExpression expression;
    private final JsonCodec codec;

    /**
     * Parses the expression.
     *
     * @param targetClass the class of the bean, whose properties the expression may read
     * @throws IllegalArgumentException if the text is not valid SpEL, reads a variable that is not an argument, or
     *     names an argument without {@code #}
     */
    public IdempotencyKeyExpression(String text, Method method, Class<?> targetClass, JsonCodec codec) {
        this.method = method;
        this.expression = MethodVariables.parse(text, MethodVariables.of(method), targetClass);
        this.codec = codec;
    }

    @Override
    public String key(CallContext context, @Nullable Object target, @Nullable Object[] arguments) {
        Object value = expression.getValue(contextOf(target, arguments));
        if (value == null) {
            throw new IllegalArgumentException(
                    "The key '" + expression.getExpressionString() + "' of " + method.getName() + " is null");
        }
        if (value instanceof Date date && isInstant(date)) {
            // Date.toString() has no milliseconds, and depends on the time zone of the process.
            return date.toInstant().toString();
        }
        // In other classes, toString() may return the same text for different values.
        return BeanUtils.isSimpleValueType(value.getClass()) ? value.toString() : codec.canonical(value);
    }

    // The subclasses java.sql.Date and java.sql.Time stand for a day and a time of day, which toString() returns.
    private static boolean isInstant(Date date) {
        return !(date instanceof java.sql.Date) && !(date instanceof Time);
    }

    @SuppressWarnings("NullAway") // Spring accepts a null target and null arguments without declaring so.
    private EvaluationContext contextOf(@Nullable Object target, @Nullable Object[] arguments) {
        return new MethodBasedEvaluationContext(target, method, arguments, MethodVariables.NAMES);
    }
}
