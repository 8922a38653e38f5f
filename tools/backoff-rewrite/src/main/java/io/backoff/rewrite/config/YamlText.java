package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.regex.Pattern;

/** Writes policies as YAML. */
final class YamlText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9$./_-][^#:'\"]*|\\$\\{[^#'\" ]*}[a-z]*|\\[]");
    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9-]+");

    private YamlText() {}

    static String of(Addition addition) {
        var text = new StringBuilder("backoff:\n");
        addition.general()
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
        text.append("    ").append(key(name)).append(":\n");
        settings.fields().forEach((field, value) -> {
            if (settings.comments().containsKey(field)) {
                text.append("      # ").append(settings.comments().get(field)).append('\n');
            }
            text.append("      ")
                    .append(field)
                    .append(": ")
                    .append(scalar(value))
                    .append('\n');
        });
    }

    private static String key(String name) {
        return PLAIN_KEY.matcher(name).matches() ? name : "\"[" + name + "]\"";
    }

    private static String scalar(String value) {
        return PLAIN.matcher(value).matches() ? value : "'" + value.replace("'", "''") + "'";
    }
}
