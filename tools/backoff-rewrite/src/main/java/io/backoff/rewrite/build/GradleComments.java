package io.backoff.rewrite.build;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/**
 * Handles comments between the dependencies of a Gradle file. In the syntax tree, a comment at the end of a line is
 * part of the whitespace before the next statement.
 */
final class GradleComments {

    private GradleComments() {}

    /** Returns the comments before a statement, with their whitespace; {@link Space#EMPTY} if there are none. */
    static Space of(Statement statement) {
        Space prefix = statement.getPrefix();
        return prefix.getComments().isEmpty() ? Space.EMPTY : prefix;
    }

    static Statement prepend(Space carried, Statement statement) {
        return statement.withPrefix(prepend(carried, statement.getPrefix()));
    }

    /** Joins two pieces of whitespace, with their comments. */
    static Space prepend(Space carried, Space space) {
        if (carried.getComments().isEmpty()) {
            return space;
        }
        List<Comment> comments = new ArrayList<>(carried.getComments());
        int last = comments.size() - 1;
        comments.set(last, comments.get(last).withSuffix(space.getWhitespace()));
        comments.addAll(space.getComments());
        return Space.build(carried.getWhitespace(), comments);
    }

    /** Returns the comment that follows on the same line, if any, and a line break. */
    static Space sameLine(Space space, String lineBreak) {
        if (!startsOnSameLine(space)) {
            return Space.format(lineBreak);
        }
        return Space.build(
                space.getWhitespace(), List.of(space.getComments().get(0).withSuffix(lineBreak)));
    }

    static Space withoutSameLine(Space space) {
        if (!startsOnSameLine(space)) {
            return space;
        }
        List<Comment> comments = space.getComments();
        return Space.build(comments.get(0).getSuffix(), comments.subList(1, comments.size()));
    }

    private static boolean startsOnSameLine(Space space) {
        return !space.getComments().isEmpty() && !space.getWhitespace().contains("\n");
    }
}
