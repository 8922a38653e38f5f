package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.ClassUtils;

/** The variables of SpEL expressions about a method: its arguments, by name and index. */
public final class MethodVariables {

    /** Discovers parameter names. For a method of a JDK proxy, the names come from the interface method. */
    public static final ParameterNameDiscoverer NAMES = new Names();

    private MethodVariables() {}

    /** Returns the names of the variables for calls of the method. */
    public static Set<String> of(Method method) {
        Set<String> variables = new TreeSet<>();
        @Nullable String @Nullable [] names = NAMES.getParameterNames(method);
        // The continuation of a suspend function is not an argument.
        int arguments = method.getParameterCount() - (KotlinDetector.isSuspendingFunction(method) ? 1 : 0);
        for (int i = 0; i < arguments; i++) {
            variables.add("a" + i);
            variables.add("p" + i);
            String name = names == null || i >= names.length ? null : names[i];
            if (name != null) {
                variables.add(name);
            }
        }
        return variables;
    }

    /**
     * Parses an expression over the variables.
     *
     * @throws IllegalArgumentException if the text is not valid SpEL, or reads a variable that does not exist
     */
    public static SpelExpression parse(String text, Set<String> variables) {
        SpelExpression expression;
        try {
            expression = (SpelExpression) new SpelExpressionParser().parseExpression(text);
        } catch (ParseException | IllegalStateException failure) {
            throw new IllegalArgumentException("not a SpEL expression: " + failure.getMessage(), failure);
        }
        check(expression.getAST(), variables);
        return expression;
    }

    private static void check(SpelNode node, Set<String> variables) {
        checkReference(node, variables);
        for (int i = 0; i < node.getChildCount(); i++) {
            check(node.getChild(i), variables);
        }
    }

    private static void checkReference(SpelNode node, Set<String> variables) {
        if (node instanceof BeanReference) {
            throw new IllegalArgumentException(
                    "it refers to the bean " + node.toStringAST() + ", but expressions cannot use beans");
        }
        if (node instanceof VariableReference || node instanceof FunctionReference) {
            checkVariable(node.toStringAST().substring(1), variables);
        }
    }

    private static void checkVariable(String name, Set<String> variables) {
        if (!variables.contains(name) && !name.equals("root") && !name.equals("this")) {
            throw new IllegalArgumentException("it reads #" + name + ", but "
                    + (variables.isEmpty()
                            ? "the method has no arguments"
                            : "there is only #" + String.join(", #", new TreeSet<>(variables))));
        }
    }

    private static final class Names extends DefaultParameterNameDiscoverer {

        @Override
        @SuppressWarnings(
                "NullAway") // Parameter names may be null; since Java 22, javac reads such annotations from jars.
        public @Nullable String @Nullable [] getParameterNames(Method method) {
            return super.getParameterNames(
                    Proxy.isProxyClass(method.getDeclaringClass())
                            ? ClassUtils.getInterfaceMethodIfPossible(method, null)
                            : method);
        }
    }
}
