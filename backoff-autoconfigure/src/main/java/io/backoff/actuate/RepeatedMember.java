package io.backoff.actuate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds members that occur twice in a JSON object. JSON parsers silently keep one of the two, perhaps the wrong one.
 */
final class RepeatedMember {

    /**
     * Name of the parameter that reports a repeated member to {@link UnknownParametersAdvisor}, which rejects the
     * request and logs its author.
     */
    static final String PARAMETER = "repeated member";

    private static final String ESCAPES = "bfnrt";
    private static final String ESCAPED = "\b\f\n\r\t";

    private RepeatedMember() {}

    /** The name of the first repeated member, at any depth; {@code null} if no member is repeated. */
    static @Nullable String find(String json) {
        Deque<Set<String>> open = new ArrayDeque<>();
        for (int at = 0; at < json.length(); at++) {
            char found = json.charAt(at);
            if (found == '{' || found == '[') {
                open.push(new HashSet<>());
            } else if (found == '}' || found == ']') {
                open.poll();
            } else if (found == '"') {
                int end = endOfText(json, at);
                String text = unescaped(json.substring(at + 1, end));
                Set<String> names = open.peek();
                if (names != null && isName(json, end) && !names.add(text)) {
                    return text;
                }
                at = end;
            }
        }
        return null;
    }

    private static int endOfText(String json, int start) {
        int at = start + 1;
        while (at < json.length() && json.charAt(at) != '"') {
            at += json.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, json.length());
    }

    private static boolean isName(String json, int end) {
        int at = end + 1;
        while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
            at++;
        }
        return at < json.length() && json.charAt(at) == ':';
    }

    // A name with escapes equals the same name without them.
    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int at = 0; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character != '\\' || at + 1 == text.length()) {
                plain.append(character);
                continue;
            }
            char escape = text.charAt(++at);
            if (escape == 'u' && at + 4 < text.length()) {
                plain.append((char) hexadecimal(text.substring(at + 1, at + 5)));
                at += 4;
            } else {
                int index = ESCAPES.indexOf(escape);
                plain.append(index < 0 ? escape : ESCAPED.charAt(index));
            }
        }
        return plain.toString();
    }

    private static int hexadecimal(String digits) {
        try {
            return Integer.parseInt(digits, 16);
        } catch (NumberFormatException malformed) {
            // The JSON is malformed. The parser of the body rejects it later.
            return '?';
        }
    }
}
