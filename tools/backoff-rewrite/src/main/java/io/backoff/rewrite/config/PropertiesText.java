package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.BasePolicy;
import io.backoff.rewrite.policy.PolicySettings;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes policies as properties. */
final class PropertiesText {

    private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_-]+");

    private PropertiesText() {}

    static String of(Addition addition) {
        var text = new StringBuilder();
        addition.settings().forEach((key, value) -> line(text, "backoff." + key, value));
        addition.policies().forEach((name, settings) -> policy(text, name, settings));
        return text.toString();
    }

    private static void policy(StringBuilder text, String name, PolicySettings settings) {
        if (name.equals(BasePolicy.NAME)) {
            text.append("# ").append(BasePolicy.COMMENT).append('\n');
        }
        String key =
                PLAIN_KEY.matcher(name).matches() ? "." + name : "[" + name.replaceAll("([ :=#!\\\\])", "\\\\$1") + "]";
        comment(text, settings.comments().get(""));
        settings.fields().forEach((field, value) -> {
            comment(text, settings.comments().get(field));
            line(text, "backoff.policies" + key + "." + field, value);
        });
    }

    private static void comment(StringBuilder text, @Nullable String comment) {
        if (comment != null) {
            comment.lines().forEach(line -> text.append("# ").append(line).append('\n'));
        }
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key)
                .append('=')
                .append(value.equals("[]") ? "" : value.replace("\\", "\\\\"))
                .append('\n');
    }
}
