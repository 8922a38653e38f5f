package io.backoff.method;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.core.ResolvableType;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.MethodReference;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.StringLiteral;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringUtils;

/**
 * Registers native-image hints for the members that expressions read. Begins with the types of the values that an
 * expression can access. Registers every method, getter and field of these types whose name occurs in an expression,
 * and continues with the types of these members.
 *
 * <p>Only declared types are used, so members of subclasses that occur at run time are not found.
 */
public final class ExpressionHints {

    private final Set<String> members = new HashSet<>();

    /** Collects the names in the expressions. Ignores invalid SpEL, which is rejected at startup. */
    public ExpressionHints(Collection<String> expressions) {
        for (String text : expressions) {
            try {
                SpelExpression expression = (SpelExpression) new SpelExpressionParser().parseExpression(text);
                collect(expression.getAST());
            } catch (ParseException | IllegalStateException | IllegalArgumentException invalid) {
                continue;
            }
        }
    }

    private void collect(SpelNode node) {
        addNames(node);
        for (int i = 0; i < node.getChildCount(); i++) {
            collect(node.getChild(i));
        }
    }

    private void addNames(SpelNode node) {
        if (node instanceof PropertyOrFieldReference property) {
            addProperty(property.getName());
        } else if (node instanceof MethodReference method) {
            members.add(method.getName());
        } else if (node instanceof StringLiteral literal) {
            addProperty(String.valueOf(literal.getLiteralValue().getValue())); // #result['status']
        }
    }

    private void addProperty(String name) {
        String capitalized = StringUtils.capitalize(name);
        members.addAll(List.of(name, "get" + capitalized, "is" + capitalized));
    }

    /**
     * Registers the members that expressions read from the arguments of a method, its target, and values of further
     * types.
     */
    public void register(ReflectionHints hints, Method method, Class<?> type, ResolvableType... further) {
        List<ResolvableType> values = new ArrayList<>(List.of(further));
        values.add(ResolvableType.forClass(type));
        for (int i = 0; i < method.getParameterCount(); i++) {
            values.add(ResolvableType.forMethodParameter(method, i, type));
        }
        register(hints, values);
    }

    void register(ReflectionHints hints, Collection<ResolvableType> values) {
        Set<Type> seen = new HashSet<>();
        Deque<ResolvableType> open = new ArrayDeque<>(values);
        while (!members.isEmpty() && !open.isEmpty()) {
            ResolvableType type = open.pop();
            if (seen.add(type.getType())) {
                open.addAll(List.of(type.getGenerics())); // Elements of collections, futures and publishers.
                open.addAll(type.isArray() ? List.of(type.getComponentType()) : List.of());
                open.addAll(read(hints, type));
            }
        }
    }

    private Collection<ResolvableType> read(ReflectionHints hints, ResolvableType owner) {
        List<ResolvableType> read = new ArrayList<>();
        readMethods(hints, owner, read);
        readFields(hints, owner, read);
        return read;
    }

    private void readMethods(ReflectionHints hints, ResolvableType owner, Collection<ResolvableType> read) {
        for (Method method : owner.toClass().getMethods()) {
            if (members.contains(method.getName())) {
                hints.registerMethod(method, ExecutableMode.INVOKE);
                read.add(ResolvableType.forType(method.getGenericReturnType(), owner.as(method.getDeclaringClass())));
            }
        }
    }

    private void readFields(ReflectionHints hints, ResolvableType owner, Collection<ResolvableType> read) {
        for (Field field : owner.toClass().getFields()) {
            if (members.contains(field.getName())) {
                hints.registerField(field);
                read.add(ResolvableType.forField(field, owner));
            }
        }
    }
}
