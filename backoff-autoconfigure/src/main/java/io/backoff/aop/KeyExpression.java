package io.backoff.aop;

import io.backoff.method.MethodVariables;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
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
        Set<String> variables = MethodVariables.of(method);
        SpelExpression expression = MethodVariables.parse(text, variables);
        String property = property(expression.getAST());
        if (property != null && variables.contains(property) && !hasProperty(targetClass, property)) {
            throw new IllegalArgumentException(
                    "the bean has no property '" + property + "'; for the argument, write #" + property);
        }
        return new KeyExpression(expression);
    }

    /** Returns the bean's property that the expression reads first; {@code null} if it begins with anything else. */
    private static @Nullable String property(SpelNode node) {
        if (node instanceof CompoundExpression) {
            return property(node.getChild(0));
        }
        return node instanceof PropertyOrFieldReference reference ? reference.getName() : null;
    }

    private static boolean hasProperty(Class<?> type, String name) {
        return BeanUtils.getPropertyDescriptor(type, name) != null
                || Stream.of(type.getFields()).anyMatch(field -> field.getName().equals(name));
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
