package io.backoff.rewrite.java;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.tree.Comment;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.TextComment;
import org.openrewrite.marker.Markers;

/** The comment {@code // TODO backoff:} above a declaration. */
public final class TodoComment {

    private static final String PREFIX = " TODO backoff: ";

    private TodoComment() {}

    /** Adds the comment, unless it is already there. */
    public static <T extends J> T above(T declaration, String text) {
        Space prefix = declaration.getPrefix();
        if (prefix.getComments().stream().anyMatch(comment -> isThis(comment, text))) {
            return declaration;
        }
        List<Comment> comments = new ArrayList<>(prefix.getComments());
        comments.add(new TextComment(false, PREFIX + text, lineBreak(prefix) + prefix.getIndent(), Markers.EMPTY));
        return declaration.withPrefix(prefix.withComments(comments));
    }

    /** Removes the comments of earlier runs, whose reasons no longer apply. */
    public static <T extends J> T removed(T declaration) {
        Space prefix = declaration.getPrefix();
        return declaration.withPrefix(prefix.withComments(ListUtils.filter(
                prefix.getComments(),
                comment ->
                        !(comment instanceof TextComment text && text.getText().startsWith(PREFIX)))));
    }

    /** Returns the line break of the file, derived from the declaration. */
    private static String lineBreak(Space prefix) {
        boolean windows = prefix.getWhitespace().contains("\r")
                || prefix.getComments().stream()
                        .anyMatch(comment -> comment.getSuffix().contains("\r"));
        return windows ? "\r\n" : "\n";
    }

    private static boolean isThis(Comment comment, String text) {
        return comment instanceof TextComment known && known.getText().equals(PREFIX + text);
    }
}
