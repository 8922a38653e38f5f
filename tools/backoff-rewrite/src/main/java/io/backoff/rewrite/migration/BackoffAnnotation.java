package io.backoff.rewrite.migration;

import java.util.List;
import org.openrewrite.Tree;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JLeftPadded;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.NameTree;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TypeTree;
import org.openrewrite.marker.Markers;

/**
 * Replaces annotations with {@code @Backoff}. Uses no template, because a template would start a compiler for each
 * annotation.
 */
final class BackoffAnnotation {

    static final String NAME = "io.backoff.Backoff";

    private static final JavaType TYPE = JavaType.ShallowClass.build(NAME);

    private final Plan.Replacement replacement;
    private final boolean imported;

    BackoffAnnotation(Plan.Replacement replacement, boolean imported) {
        this.replacement = replacement;
        this.imported = imported;
    }

    J.Annotation replace(J.Annotation annotation) {
        return new J.Annotation(
                Tree.randomId(), annotation.getPrefix(), Markers.EMPTY, name(), JContainer.build(arguments()));
    }

    private NameTree name() {
        return imported
                ? identifier("Backoff", TYPE)
                : TypeTree.<J.FieldAccess>build(NAME).withType(TYPE);
    }

    private List<JRightPadded<Expression>> arguments() {
        String fallback = replacement.fallback();
        return fallback == null
                ? List.of(JRightPadded.build(literal(replacement.policy())))
                : List.of(
                        JRightPadded.build(attribute("value", replacement.policy())),
                        JRightPadded.build(attribute("fallback", fallback).withPrefix(Space.SINGLE_SPACE)));
    }

    private static J.Assignment attribute(String name, String value) {
        var assigned = new JLeftPadded<Expression>(
                Space.SINGLE_SPACE, literal(value).withPrefix(Space.SINGLE_SPACE), Markers.EMPTY);
        return new J.Assignment(
                Tree.randomId(),
                Space.EMPTY,
                Markers.EMPTY,
                identifier(name, JavaType.Primitive.String),
                assigned,
                JavaType.Primitive.String);
    }

    private static J.Identifier identifier(String name, JavaType type) {
        return new J.Identifier(Tree.randomId(), Space.EMPTY, Markers.EMPTY, List.of(), name, type, null);
    }

    private static Expression literal(String value) {
        return new J.Literal(
                Tree.randomId(), Space.EMPTY, Markers.EMPTY, value, '"' + value + '"', null, JavaType.Primitive.String);
    }
}
