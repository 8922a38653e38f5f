package io.backoff.method;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
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
     * @param root the class of the root object, whose properties the expression may read; {@code Object} if there is no
     *     root object
     * @throws IllegalArgumentException if the text is not valid SpEL, reads a variable that does not exist, or names a
     *     variable without {@code #}
     */
    public static SpelExpression parse(String text, Set<String> variables, Class<?> root) {
        SpelExpression expression;
        try {
            expression = (SpelExpression) new SpelExpressionParser().parseExpression(text);
        } catch (ParseException | IllegalStateException failure) {
            throw new IllegalArgumentException("not a SpEL expression: " + failure.getMessage(), failure);
        }
        check(expression.getAST(), variables);
        checkProperties(expression.getAST(), variables, root);
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

    /** Rejects a property that has the name of a variable, unless the root object has this property. */
    private static void checkProperties(SpelNode node, Set<String> variables, Class<?> root) {
        if (node instanceof PropertyOrFieldReference property) {
            String name = property.getName();
            if (variables.contains(name) && !hasProperty(root, name)) {
                throw new IllegalArgumentException("there is no property '" + name + "'; did you mean #" + name + "?");
            }
        }
        for (int i = 0; i < node.getChildCount(); i++) {
            if (isReadFromRoot(node, i)) {
                checkProperties(node.getChild(i), variables, root);
            }
        }
    }

    /**
     * Whether the names in a child node are properties of the root object. If they are not, they are properties of
     * another value, or plain names.
     */
    private static boolean isReadFromRoot(SpelNode parent, int child) {
        if (parent instanceof CompoundExpression) {
            return child == 0 || !(parent.getChild(child) instanceof PropertyOrFieldReference);
        }
        if (parent instanceof InlineMap) {
            return child % 2 == 1; // Children with even numbers are keys.
        }
        return !(parent instanceof Indexer || parent instanceof Projection || parent instanceof Selection);
    }

    // SpEL reads getters, public fields, and accessors like those of records.
    private static boolean hasProperty(Class<?> type, String name) {
        return BeanUtils.getPropertyDescriptor(type, name) != null
                || Stream.of(type.getFields()).anyMatch(field -> field.getName().equals(name))
                || ClassUtils.hasMethod(type, name);
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
