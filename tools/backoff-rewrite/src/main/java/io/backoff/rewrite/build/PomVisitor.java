package io.backoff.rewrite.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.maven.MavenTagInsertionComparator;
import org.openrewrite.xml.AddToTagVisitor;
import org.openrewrite.xml.XmlVisitor;
import org.openrewrite.xml.tree.Content;
import org.openrewrite.xml.tree.Xml;

/**
 * Edits a {@code pom.xml} as structured text. It does not use the visitors of rewrite-maven, because they would resolve
 * the new dependency, and write download failures into the file.
 */
final class PomVisitor extends XmlVisitor<ExecutionContext> {

    private final Change change;

    PomVisitor(Change change) {
        this.change = change;
    }

    @Override
    public Xml visitDocument(Xml.Document document, ExecutionContext ctx) {
        Pom pom = new Pom(document);
        Xml.Tag root = document.getRoot();
        Xml.Tag dependencies = root.getChild("dependencies").orElse(null);
        boolean here =
                dependencies != null && dependencies.getChild("dependency").isPresent();
        List<Content> content = new ArrayList<>();
        for (Content child : contentOf(root)) {
            if (child == dependencies) {
                add(content, edited(dependencies, pom, here ? change : change.added()));
            } else if (child instanceof Xml.Tag tag && tag.getName().equals("profiles")) {
                content.add(with(profiles(tag, pom), tag));
            } else {
                content.add(child);
            }
        }
        Xml.Document result = document.withRoot(with(content, root));
        return change.adds() && !here ? added(result, ctx) : result;
    }

    private List<Content> profiles(Xml.Tag profiles, Pom pom) {
        List<Content> result = new ArrayList<>();
        for (Content child : contentOf(profiles)) {
            result.add(child instanceof Xml.Tag profile ? with(profile(profile, pom), profile) : child);
        }
        return result;
    }

    private List<Content> profile(Xml.Tag profile, Pom pom) {
        List<Content> result = new ArrayList<>();
        for (Content child : contentOf(profile)) {
            boolean dependencies = child instanceof Xml.Tag tag && tag.getName().equals("dependencies");
            add(result, dependencies ? edited((Xml.Tag) child, pom, change.added()) : child);
        }
        return result;
    }

    /** Returns the changed list; null if the change has emptied it. */
    private Xml.@Nullable Tag edited(Xml.Tag dependencies, Pom pom, Change what) {
        List<Content> before = contentOf(dependencies);
        List<Content> after = new PomDependencies(pom, what).edit(before);
        return after.isEmpty() && !before.isEmpty() ? null : with(after, dependencies);
    }

    private Xml added(Xml.Document document, ExecutionContext ctx) {
        Xml.Tag root = document.getRoot();
        Xml.Tag starter = PomDependencies.starter(change, "\n", "\n", "\n", false);
        Xml.Tag list = root.getChild("dependencies").orElse(null);
        if (list != null) {
            return new AddToTagVisitor<ExecutionContext>(list, starter).visitNonNull(document, ctx);
        }
        Xml.Tag wrapped = Xml.Tag.build("<dependencies></dependencies>").withContent(List.of(starter));
        return new AddToTagVisitor<ExecutionContext>(root, wrapped, new MavenTagInsertionComparator(contentOf(root)))
                .visitNonNull(document, ctx);
    }

    /** Returns the same tag if its content is unchanged, because OpenRewrite treats a new tag as a change. */
    private static Xml.Tag with(List<Content> content, Xml.Tag tag) {
        List<Content> before = contentOf(tag);
        boolean same = content.size() == before.size()
                && IntStream.range(0, content.size()).allMatch(i -> content.get(i) == before.get(i));
        return same ? tag : tag.withContent(content);
    }

    private static void add(List<Content> list, @Nullable Content content) {
        if (content != null) {
            list.add(content);
        }
    }

    static List<Content> contentOf(Xml.Tag tag) {
        return new ArrayList<>(Objects.requireNonNullElse(tag.getContent(), List.of()));
    }
}
