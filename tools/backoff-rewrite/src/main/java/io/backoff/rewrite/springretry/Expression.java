package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.CannotMigrateException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of an attribute such as {@code delayExpression}: a number or a placeholder.
 *
 * @param text the number, or a placeholder such as {@code ${shop.delay}}
 * @param number the number, or null for a placeholder
 * @param template whether spring-retry evaluates the expression once, at startup
 */
record Expression(String text, @Nullable Double number, boolean template) {

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
    private static final Pattern KEY = Pattern.compile("[\\w.\\[\\]-]+");

    /** @throws CannotMigrateException if the expression is neither a number nor a placeholder */
    static Expression parse(String attribute, String expression) {
        boolean template = expression.contains("#{") && expression.contains("}");
        String text = template ? inner(expression.strip()) : expression.strip();
        if (NUMBER.matcher(text).matches()) {
            return new Expression(text, Double.valueOf(text), template);
        }
        if (isPlaceholder(text)) {
            return new Expression(text, null, template);
        }
        throw new CannotMigrateException(
                "'" + attribute + "' is neither a number nor a placeholder such as ${shop.delay}", "annotations");
    }

    private static String inner(String template) {
        if (!template.startsWith("#{") || !template.endsWith("}")) {
            return template;
        }
        String inner = template.substring(2, template.length() - 1).strip();
        boolean quoted = inner.length() > 2 && inner.startsWith("'") && inner.endsWith("'");
        return quoted ? inner.substring(1, inner.length() - 1) : inner;
    }

    /** Whether the text is one placeholder, whose default, if any, is a number or a placeholder. */
    private static boolean isPlaceholder(String text) {
        if (!text.startsWith("${") || !text.endsWith("}")) {
            return false;
        }
        String inner = text.substring(2, text.length() - 1);
        int colon = inner.indexOf(':');
        String key = colon < 0 ? inner : inner.substring(0, colon);
        String fallback = colon < 0 ? "0" : inner.substring(colon + 1);
        return KEY.matcher(key).matches() && (NUMBER.matcher(fallback).matches() || isPlaceholder(fallback));
    }
}
