package io.backoff.aop;

import io.backoff.classify.ResultRule;
import io.backoff.message.LogLimit;
import io.backoff.message.LogMessage;
import io.backoff.method.MethodVariables;
import java.lang.System.Logger;
import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * A SpEL condition over {@code #result} and, for a method, over the method's arguments by name.
 *
 * <p>If the evaluation throws an exception, the result is accepted: a broken expression must not repeat successful
 * calls.
 */
public final class ResultExpression implements ResultRule {

    private static final Logger logger = System.getLogger(ResultExpression.class.getName());

    private static final LogMessage RESULT_EXPRESSION_FAILED =
            LogMessage.warning("Result expression '%s' failed; the result is accepted");

    private static final String RESULT = "result";

    private final SpelExpression expression;
    private final LogLimit once = LogLimit.once();

    private ResultExpression(SpelExpression expression) {
        this.expression = expression;
    }

    /**
     * Parses a condition over {@code #result} alone.
     *
     * @throws IllegalArgumentException if the text is not valid SpEL, reads another variable, or names {@code result}
     *     without {@code #}
     */
    public static ResultExpression parse(String text) {
        return parse(text, Set.of(RESULT), Object.class);
    }

    /**
     * Parses a condition over {@code #result} and the arguments of the method.
     *
     * @param targetClass the class of the bean, whose properties the expression may read
     * @throws IllegalArgumentException if the text is not valid SpEL, reads a variable that does not exist, or names a
     *     variable without {@code #}
     */
    static ResultExpression parse(String text, Method method, Class<?> targetClass) {
        Set<String> variables = MethodVariables.of(method);
        variables.add(RESULT);
        return parse(text, variables, targetClass);
    }

    private static ResultExpression parse(String text, Set<String> variables, Class<?> root) {
        return new ResultExpression(MethodVariables.parse(text, variables, root));
    }

    @Override
    public boolean rejects(@Nullable Object result) {
        return evaluate(new StandardEvaluationContext(), result);
    }

    boolean rejects(@Nullable Object result, @Nullable Object target, Method method, @Nullable Object[] arguments) {
        return evaluate(contextOf(target, method, arguments), result);
    }

    @SuppressWarnings("NullAway") // Spring accepts null for the target and the arguments, but does not declare it.
    private static EvaluationContext contextOf(@Nullable Object target, Method method, @Nullable Object[] arguments) {
        return new MethodBasedEvaluationContext(target, method, arguments, MethodVariables.NAMES);
    }

    private boolean evaluate(EvaluationContext context, @Nullable Object result) {
        context.setVariable(RESULT, result);
        try {
            return Boolean.TRUE.equals(expression.getValue(context, Boolean.class));
        } catch (RuntimeException failure) {
            once.log(this, RESULT_EXPRESSION_FAILED.with(expression.getExpressionString()), logger, failure);
            return false;
        }
    }
}
