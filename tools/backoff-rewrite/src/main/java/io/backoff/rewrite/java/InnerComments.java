package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;

/** Moves the comments within an annotation to the lines above it, because the annotation will be replaced. */
public final class InnerComments {

    private InnerComments() {}

    /**
     * Returns the space to put before the new annotation, including the comments in and before the old one.
     *
     * @param line a line break with the indentation of the declaration
     */
    public static Space above(J.Annotation annotation, String line) {
        Space prefix = annotation.getPrefix();
        var inner = new ArrayList<Comment>();
        new Collect().visit(annotation.withPrefix(Space.EMPTY), inner);
        List<Comment> moved = ListUtils.map(inner, comment -> comment.withSuffix(line));
        return prefix.withComments(ListUtils.concatAll(prefix.getComments(), moved));
    }

    private static final class Collect extends JavaVisitor<List<Comment>> {

        @Override
        public Space visitSpace(
                @org.jspecify.annotations.Nullable Space space, Space.Location location, List<Comment> comments) {
            if (space != null) {
                comments.addAll(space.getComments());
            }
            return super.visitSpace(space, location, comments);
        }
    }
}
