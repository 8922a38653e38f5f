package io.backoff.rewrite.build;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openrewrite.xml.tree.Content;
import org.openrewrite.xml.tree.Xml;

/**
 * Edits a list of dependencies: removes the old library, adds the starter, or both. The starter is indented like
 * another dependency of the list.
 */
final class PomDependencies {

    private final Pom pom;
    private final Change change;

    PomDependencies(Pom pom, Change change) {
        this.pom = pom;
        this.change = change;
    }

    List<Content> edit(List<Content> before) {
        List<Content> after = new ArrayList<>();
        boolean adds = change.adds();
        for (Content child : before) {
            if (change.removes() && child instanceof Xml.Tag old && pom.isOld(old, change.library())) {
                comments(old)
                        .map(comment -> comment.withPrefix(old.getPrefix()))
                        .forEach(after::add);
                if (adds) {
                    after.add(like(old, old.getPrefix(), isOptional(old)));
                    adds = false;
                }
            } else {
                after.add(child);
            }
        }
        if (adds) {
            insert(after);
        }
        return after;
    }

    /**
     * Inserts the starter after the last dependency that is not for tests. If all dependencies are for tests, it is
     * inserted next to the first one.
     */
    private void insert(List<Content> list) {
        Xml.Tag last = null;
        for (Content child : list) {
            if (child instanceof Xml.Tag tag && (last == null || !isTest(tag))) {
                last = tag;
            }
        }
        if (last == null) {
            return;
        }
        boolean before = isTest(last) && change.addition() == Addition.MAIN;
        String lineBreak = last.getPrefix().contains("\r\n") ? "\r\n" : "\n";
        String indent = last.getPrefix().substring(last.getPrefix().lastIndexOf('\n') + 1);
        Xml.Tag starter = like(last, lineBreak + indent, false);
        int index = list.indexOf(last);
        list.add(before ? startOfComments(list, index) : endOfLine(list, index + 1), starter);
    }

    /**
     * Returns the index of the first comment directly above a dependency, so that an insertion there does not separate
     * the comments from the dependency.
     */
    private static int startOfComments(List<Content> list, int index) {
        int start = index;
        while (start > 0 && list.get(start - 1) instanceof Xml.Comment) {
            start--;
        }
        return start;
    }

    /**
     * Returns the index after the comment that follows a dependency on the same line, if any, so that an insertion
     * there does not separate the two.
     */
    private static int endOfLine(List<Content> list, int index) {
        boolean comment = index < list.size()
                && list.get(index) instanceof Xml.Comment next
                && !next.getPrefix().contains("\n");
        return comment ? index + 1 : index;
    }

    private Xml.Tag like(Xml.Tag other, String prefix, boolean optional) {
        String inner = other.getChildren().isEmpty()
                ? "\n"
                : other.getChildren().get(0).getPrefix();
        Xml.Tag.Closing closing = other.getClosing();
        return starter(change, prefix, inner, closing == null ? "\n" : closing.getPrefix(), optional);
    }

    static Xml.Tag starter(Change change, String prefix, String inner, String end, boolean optional) {
        StringBuilder text = new StringBuilder("<dependency>");
        text.append(inner).append("<groupId>").append(Starter.GROUP).append("</groupId>");
        text.append(inner).append("<artifactId>").append(Starter.ARTIFACT).append("</artifactId>");
        if (!change.managed()) {
            text.append(inner).append("<version>").append(Starter.version()).append("</version>");
        }
        if (change.addition() == Addition.TEST) {
            text.append(inner).append("<scope>test</scope>");
        }
        if (optional) {
            text.append(inner).append("<optional>true</optional>");
        }
        return Xml.Tag.build(text.append(end).append("</dependency>").toString())
                .withPrefix(prefix);
    }

    private static Stream<Xml.Comment> comments(Xml.Tag tag) {
        return PomVisitor.contentOf(tag).stream().flatMap(child -> {
            if (child instanceof Xml.Comment comment) {
                return Stream.of(comment);
            }
            return child instanceof Xml.Tag inner ? comments(inner) : Stream.empty();
        });
    }

    private static boolean isTest(Xml.Tag dependency) {
        return dependency.getChildValue("scope").filter("test"::equals).isPresent();
    }

    private static boolean isOptional(Xml.Tag dependency) {
        return dependency.getChildValue("optional").filter("true"::equals).isPresent();
    }
}
