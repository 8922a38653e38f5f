package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes policies as YAML. */
final class YamlText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9$./_-][^#:'\"]*|\\$\\{[^#'\" ]*}[a-z]*|\\[]");
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_-]+");

    private static final Set<String> LISTS = Set.of("retry-on", "abort-on", "retry-on-status", "delays");

    private YamlText() {}

    static String of(Addition addition) {
        var text = new StringBuilder("backoff:\n");
        addition.settings()
                .forEach((key, value) -> text.append("  ")
                        .append(key)
                        .append(": ")
                        .append(scalar(value))
                        .append('\n'));
        text.append(addition.policies().isEmpty() ? "" : "  policies:\n");
        addition.policies().forEach((name, settings) -> policy(text, name, settings));
        return text.toString();
    }

    private static void policy(StringBuilder text, String name, PolicySettings settings) {
        if (name.equals(BasePolicy.NAME)) {
            text.append("    # ").append(BasePolicy.COMMENT).append('\n');
        }
        comment(text, "    ", settings.comments().get(""));
        text.append("    ").append(key(name)).append(":\n");
        settings.fields().forEach((field, value) -> {
            comment(text, "      ", settings.comments().get(field));
            text.append("      ").append(field).append(':');
            if (isList(field, value)) {
                List.of(value.split(", "))
                        .forEach(item -> text.append("\n        - ").append(scalar(item)));
            } else {
                text.append(' ').append(scalar(value));
            }
            text.append('\n');
        });
    }

    private static void comment(StringBuilder text, String indent, @Nullable String comment) {
        if (comment != null) {
            comment.lines()
                    .forEach(line ->
                            text.append(indent).append("# ").append(line).append('\n'));
        }
    }

    /** Whether a value is written as a list. A single value is written on the line of its field. */
    private static boolean isList(String field, String value) {
        return LISTS.contains(field) && value.contains(", ") && !value.contains("${");
    }

    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() ? name : "\"[" + name + "]\"";
    }

    private static String scalar(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "''") + "'";
    }
}
