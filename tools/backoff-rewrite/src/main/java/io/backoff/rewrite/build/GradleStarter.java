package io.backoff.rewrite.build;

import java.util.List;
import org.openrewrite.Cursor;
import org.openrewrite.Tree;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.marker.Markers;

/** Writes the starter as a Gradle dependency. */
final class GradleStarter {

    private GradleStarter() {}

    /** Writes the starter in the style of another dependency, with the same quotes and parentheses. */
    static J.MethodInvocation like(J.MethodInvocation other, String configuration, Change change, Cursor cursor) {
        Expression first = other.getArguments().get(0);
        String text = first.<Expression>withPrefix(Space.EMPTY).printTrimmed(cursor);
        char quote = text.indexOf('\'') < 0 ? '"' : '\'';
        Expression literal =
                literal(change, quote).withPrefix(first.getPrefix()).withMarkers(first.getMarkers());
        JContainer<Expression> arguments = JContainer.build(
                other.getPadding().getArguments().getBefore(),
                List.of(JRightPadded.build(literal)),
                other.getPadding().getArguments().getMarkers());
        return other.withId(Tree.randomId())
                .withName(other.getName().withSimpleName(configuration))
                .withMethodType(null)
                .getPadding()
                .withArguments(arguments);
    }

    static J.MethodInvocation create(String configuration, Change change) {
        J.Identifier name =
                new J.Identifier(Tree.randomId(), Space.EMPTY, Markers.EMPTY, List.of(), configuration, null, null);
        JContainer<Expression> arguments = JContainer.build(List.of(JRightPadded.build(literal(change, '"'))));
        return new J.MethodInvocation(Tree.randomId(), Space.EMPTY, Markers.EMPTY, null, null, name, arguments, null);
    }

    private static Expression literal(Change change, char quote) {
        String notation = Starter.notation(change.managed());
        return new J.Literal(
                Tree.randomId(),
                Space.EMPTY,
                Markers.EMPTY,
                notation,
                quote + notation + quote,
                null,
                JavaType.Primitive.String);
    }
}
