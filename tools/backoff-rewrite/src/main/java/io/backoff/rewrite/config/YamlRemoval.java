package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.yaml.tree.Yaml;

/**
 * Removes entries from YAML, and parents that become empty. The comments of a removed entry stay, unless they are moved
 * elsewhere.
 */
final class YamlRemoval {

    private final Set<String> properties;
    private final Set<Integer> elsewhere;
    private final Map<Integer, List<RemovedComment>> removedComments = new TreeMap<>();

    /**
     * The text that stays in place of the last removed entries. It starts with the rest of the line above them, such as
     * a comment at the end of that line. It is null if no entry has been removed since the last kept entry.
     */
    private @Nullable String before;

    /** The index of the current document. */
    private int document;

    /** The property of the last removed line. */
    private String last = "";

    /** @param elsewhere the indexes of documents whose comments are moved elsewhere */
    YamlRemoval(Set<String> properties, Set<Integer> elsewhere) {
        this.properties = properties;
        this.elsewhere = elsewhere;
    }

    /** The comments of removed entries, by the index of the document. */
    Map<Integer, List<RemovedComment>> comments() {
        return removedComments;
    }

    @SuppressWarnings("NullAway") // Since Java 22, javac reads the nullness of type arguments from jars.
    Yaml.Documents removeFrom(Yaml.Documents file) {
        return file.withDocuments(ListUtils.map(file.getDocuments(), this::document));
    }

    private Yaml.Document document(int index, Yaml.Document document) {
        if (YamlAliases.areIn(document)) {
            return document;
        }
        this.document = index;
        boolean first = index == 0 && !document.isExplicit();
        Yaml.Document started = document.withPrefix(joined(document.getPrefix()));
        Yaml.Block block = block("", started.getBlock());
        if (first
                && block instanceof Yaml.Mapping mapping
                && !mapping.getEntries().isEmpty()) {
            block = atTop(mapping);
        }
        Yaml.Document.End end = started.getEnd();
        return started.withBlock(block).withEnd(end.withPrefix(joined(end.getPrefix())));
    }

    /** Removes blank lines from the top of the document. */
    private static Yaml.Mapping atTop(Yaml.Mapping mapping) {
        var entries = new ArrayList<>(mapping.getEntries());
        Yaml.Mapping.Entry first = entries.get(0);
        entries.set(0, first.withPrefix(first.getPrefix().replaceFirst("^(\r?\n)+", "")));
        return mapping.withEntries(entries);
    }

    private Yaml.Block block(String prefix, Yaml.Block block) {
        if (block instanceof Yaml.Mapping mapping) {
            return mapping(prefix, mapping);
        }
        if (block instanceof Yaml.Sequence sequence) {
            return sequence.withEntries(
                    ListUtils.map(sequence.getEntries(), entry -> entry.withPrefix(joined(entry.getPrefix()))));
        }
        return block;
    }

    private Yaml.Mapping mapping(String prefix, Yaml.Mapping mapping) {
        var entries = new ArrayList<Yaml.Mapping.Entry>();
        for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
            String name = ConfigReader.name(prefix, entry);
            if (PropertyRemoval.isRemoved(name, entry.getValue(), properties)) {
                before = joined(rest(entry.getPrefix()));
                remove(name, entry);
            } else {
                Yaml.Mapping.Entry kept = entry.withPrefix(joined(entry.getPrefix()));
                entries.add(kept.withValue(block(name, kept.getValue())));
            }
        }
        return mapping.withEntries(entries);
    }

    private void remove(String name, Yaml.Mapping.Entry entry) {
        String prefix = entry.getPrefix();
        comment(
                name,
                prefix.substring(Math.max(prefix.indexOf('\n'), rest(prefix).length())));
        last = name;
        commentsIn(name, entry.getValue());
    }

    /** Collects the comments of removed entries: those above the entries, and those at the ends of their lines. */
    private void commentsIn(String name, Yaml.Block block) {
        if (block instanceof Yaml.Mapping mapping) {
            mapping.getEntries()
                    .forEach(entry -> comments(ConfigReader.name(name, entry), entry.getPrefix(), entry.getValue()));
        } else if (block instanceof Yaml.Sequence sequence) {
            sequence.getEntries().forEach(entry -> comments(name, entry.getPrefix(), entry.getBlock()));
        }
    }

    private void comments(String name, String prefix, Yaml.Block block) {
        int line = Math.max(prefix.indexOf('\n'), 0);
        comment(last, prefix.substring(0, line));
        comment(name, prefix.substring(line));
        last = name;
        commentsIn(name, block);
    }

    private void comment(String property, String text) {
        for (String line : text.split("\n")) {
            String comment = line.strip().replaceFirst("^#+\\s*", "");
            if (!comment.isEmpty()) {
                removedComments
                        .computeIfAbsent(document, key -> new ArrayList<>())
                        .add(new RemovedComment(property, comment));
                before = elsewhere.contains(document) ? before : before + "\n# " + comment;
            }
        }
    }

    /**
     * Returns the prefix of an element that follows removed entries. The first line of the given prefix is the rest of
     * the last removed line, such as a comment. The text in the field {@link #before} replaces this first line. If no
     * entries were removed, returns the prefix unchanged.
     */
    private String joined(String prefix) {
        if (before == null) {
            return prefix;
        }
        int line = prefix.indexOf('\n');
        comment(last, line < 0 ? prefix : prefix.substring(0, line));
        String joined = before
                + (line < 0 ? "" : prefix.substring(line > 0 && prefix.charAt(line - 1) == '\r' ? line - 1 : line));
        before = null;
        return joined;
    }

    /**
     * Returns the part of a prefix that does not belong to the entry: the end of the previous line, and comments above
     * a blank line.
     */
    private static String rest(String prefix) {
        int blank = Math.max(prefix.lastIndexOf("\n\n"), prefix.lastIndexOf("\n\r\n"));
        if (blank >= 0 && prefix.substring(0, blank).contains("#")) {
            return prefix.substring(0, blank).stripTrailing();
        }
        int line = prefix.indexOf('\n');
        return line < 0 ? "" : prefix.substring(0, line).stripTrailing();
    }
}
