package io.backoff.rewrite.build;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openrewrite.Cursor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;

/**
 * A dependency in a Gradle file: {@code implementation 'group:artifact:version'}, the map notation, or an accessor of a
 * version catalog.
 *
 * @param texts the source of the arguments, without closures
 */
record GradleDeclaration(List<String> texts) {

    private static final Pattern NOTATION = Pattern.compile("^[\"']([^:\"']+):([^:\"']+)[:\"'].*", Pattern.DOTALL);
    private static final Pattern GROUP = Pattern.compile("\\bgroup\\s*[:=]\\s*[\"']([^\"']+)[\"']");
    private static final Pattern NAME = Pattern.compile("\\bname\\s*[:=]\\s*[\"']([^\"']+)[\"']");

    static GradleDeclaration of(J.MethodInvocation call, Cursor cursor) {
        return new GradleDeclaration(call.getArguments().stream()
                .filter(argument -> !(argument instanceof J.Lambda))
                .map(argument -> text(argument, cursor))
                .toList());
    }

    private static String text(Expression argument, Cursor cursor) {
        Expression bare = argument.withPrefix(Space.EMPTY);
        return bare.printTrimmed(cursor);
    }

    boolean is(BiPredicate<String, String> artifact) {
        String all = String.join(", ", texts);
        Matcher group = GROUP.matcher(all);
        Matcher name = NAME.matcher(all);
        return texts.stream().anyMatch(text -> isNotation(text, artifact))
                || group.find() && name.find() && artifact.test(group.group(1), name.group(1))
                || isPositional(artifact);
    }

    /** Whether this is {@code implementation("group", "name", "version")} for the artifact. */
    private boolean isPositional(BiPredicate<String, String> artifact) {
        return texts.size() > 1 && artifact.test(unquoted(texts.get(0)), unquoted(texts.get(1)));
    }

    private static String unquoted(String text) {
        return text.replaceAll("^[\"']|[\"']$", "");
    }

    boolean isAccessor(Predicate<String> accessor) {
        return texts.stream().anyMatch(accessor);
    }

    /** Whether one call declares several dependencies. */
    boolean isList() {
        return texts.stream().filter(text -> NOTATION.matcher(text).matches()).count() > 1;
    }

    static boolean isNotation(String text, BiPredicate<String, String> artifact) {
        Matcher notation = NOTATION.matcher(text);
        return notation.matches() && artifact.test(notation.group(1), notation.group(2));
    }
}
