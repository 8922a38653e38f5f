package io.backoff.rewrite.java;

import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** Evaluates the constant expressions of annotations: literals, their arithmetic, and constants of the same class. */
final class Constants {

    private final J.ClassDeclaration type;
    private final boolean inside;

    /** @param inside whether the annotation is in the body of the class, where constants need no qualifier */
    Constants(J.ClassDeclaration type, boolean inside) {
        this.type = type;
        this.inside = inside;
    }

    /** @throws CannotMigrateException if the value is not found in this source file */
    Object evaluate(Expression expression) {
        if (expression instanceof J.Literal literal && literal.getValue() != null) {
            return literal.getValue();
        }
        if (expression instanceof J.Parentheses<?> parentheses && parentheses.getTree() instanceof Expression inner) {
            return evaluate(inner);
        }
        if (expression instanceof J.Unary unary && unary.getOperator() == J.Unary.Type.Negative) {
            return arithmetic(J.Binary.Type.Subtraction, 0, evaluate(unary.getExpression()), expression);
        }
        if (expression instanceof J.Binary binary) {
            Object left = evaluate(binary.getLeft());
            return arithmetic(binary.getOperator(), left, evaluate(binary.getRight()), expression);
        }
        if (inside && expression instanceof J.Identifier identifier) {
            return named(identifier.getSimpleName(), expression);
        }
        if (expression instanceof J.FieldAccess access
                && access.getTarget() instanceof J.Identifier target
                && target.getSimpleName().equals(type.getSimpleName())) {
            return named(access.getSimpleName(), expression);
        }
        throw unknown(expression);
    }

    private Object named(String name, Expression expression) {
        Expression initializer = initializer(name);
        if (initializer == null) {
            throw unknown(expression);
        }
        return evaluate(initializer);
    }

    private @Nullable Expression initializer(String name) {
        for (var statement : type.getBody().getStatements()) {
            if (statement instanceof J.VariableDeclarations fields && isConstant(fields)) {
                for (var field : fields.getVariables()) {
                    if (field.getSimpleName().equals(name)) {
                        return field.getInitializer();
                    }
                }
            }
        }
        return null;
    }

    private boolean isConstant(J.VariableDeclarations fields) {
        return type.getKind() == J.ClassDeclaration.Kind.Type.Interface || fields.hasModifier(J.Modifier.Type.Final);
    }

    private static Object arithmetic(J.Binary.Type operator, Object left, Object right, Expression expression) {
        if (operator == J.Binary.Type.Addition && (left instanceof String || right instanceof String)) {
            return "" + left + right;
        }
        if (!(left instanceof Number a) || !(right instanceof Number b)) {
            throw unknown(expression);
        }
        if (isFractional(a) || isFractional(b)) {
            return fractional(operator, a.doubleValue(), b.doubleValue(), expression);
        }
        try {
            boolean isLong = a instanceof Long || b instanceof Long;
            long whole = whole(operator, a.longValue(), b.longValue(), expression);
            if (isLong) {
                return whole;
            }
            return Math.toIntExact(whole);
        } catch (ArithmeticException overflow) {
            throw unknown(expression);
        }
    }

    private static long whole(J.Binary.Type operator, long a, long b, Expression expression) {
        return switch (operator) {
            case Addition -> Math.addExact(a, b);
            case Subtraction -> Math.subtractExact(a, b);
            case Multiplication -> Math.multiplyExact(a, b);
            default -> throw unknown(expression);
        };
    }

    private static Object fractional(J.Binary.Type operator, double a, double b, Expression expression) {
        return switch (operator) {
            case Addition -> a + b;
            case Subtraction -> a - b;
            case Multiplication -> a * b;
            case Division -> a / b;
            default -> throw unknown(expression);
        };
    }

    private static boolean isFractional(Number number) {
        return number instanceof Double || number instanceof Float;
    }

    private static CannotMigrateException unknown(Expression expression) {
        return new CannotMigrateException(
                "the value of '" + expression.toString().trim() + "' is not known here: write it as a literal",
                "by-one-command");
    }
}
