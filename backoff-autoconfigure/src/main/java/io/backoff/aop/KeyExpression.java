package io.backoff.aop;

import io.backoff.method.MethodVariables;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.spel.standard.SpelExpression;

/** A SpEL expression over the arguments of a method; its value is the key of a call. */
final class KeyExpression implements KeySource {

    private final SpelExpression expression;

    private KeyExpression(SpelExpression expression) {
        this.expression = expression;
    }

    /**
     * Parses a key.
     *
     * @param targetClass the class of the bean, whose properties the expression may read
     * @throws IllegalArgumentException if the text is not valid SpEL, reads a variable that is not an argument, or
     *     names an argument without {@code #}
     */
    static KeyExpression parse(String text, Method method, Class<?> targetClass) {
        return new KeyExpression(MethodVariables.parse(text, MethodVariables.of(method), targetClass));
    }

    /** Returns the remedy for an invalid key. */
    static String remedy(Method method) {
        return MethodVariables.of(method).isEmpty()
                ? "Remove the key: the method has no arguments to compute it from."
                : MethodVariables.NAMES.getParameterNames(method) == null
                        ? "Compile with '-parameters', so that arguments have names, or write '#p0' for the first one."
                        : "Write a SpEL expression over the arguments by name, as in '#tenant'. The key is evaluated before the"
                                + " first attempt, so there is no #result.";
    }

    @Override
    @SuppressWarnings("NullAway") // Spring accepts null for the target and the arguments, but does not declare it.
    public @Nullable Object of(@Nullable Object target, Method method, @Nullable Object[] arguments) {
        return expression.getValue(new MethodBasedEvaluationContext(target, method, arguments, MethodVariables.NAMES));
    }
}
