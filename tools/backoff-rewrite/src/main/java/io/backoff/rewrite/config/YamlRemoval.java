package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.yaml.tree.Yaml;

/** Removes entries from YAML, and the entries around them that would be empty. */
final class YamlRemoval {

    private final Set<String> properties;

    /** The end of the line before removed entries, and what else stays in front of them. */
    private @Nullable String before;

    YamlRemoval(Set<String> properties) {
        this.properties = properties;
    }

    Yaml.Documents removeFrom(Yaml.Documents file) {
        return file.withDocuments(ListUtils.map(file.getDocuments(), this::document));
    }

    private Yaml.Document document(int index, Yaml.Document document) {
        if (YamlAliases.areIn(document)) {
            return document;
        }
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

    /** The first line has nothing above it. */
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
                    ListUtils.map(sequence.getEntries(), each -> each.withPrefix(joined(each.getPrefix()))));
        }
        return block;
    }

    private Yaml.Mapping mapping(String prefix, Yaml.Mapping mapping) {
        var entries = new ArrayList<Yaml.Mapping.Entry>();
        for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
            String name = ConfigReader.name(prefix, entry);
            if (PropertyRemoval.isRemoved(name, entry.getValue(), properties)) {
                before = joined(rest(entry.getPrefix()));
            } else {
                Yaml.Mapping.Entry kept = entry.withPrefix(joined(entry.getPrefix()));
                entries.add(kept.withValue(block(name, kept.getValue())));
            }
        }
        return mapping.withEntries(entries);
    }

    /** Puts what stood in front of removed entries in place of the end of their last line. */
    private String joined(String prefix) {
        if (before == null) {
            return prefix;
        }
        int line = prefix.indexOf('\n');
        String joined = before
                + (line < 0 ? "" : prefix.substring(line > 0 && prefix.charAt(line - 1) == '\r' ? line - 1 : line));
        before = null;
        return joined;
    }

    /** Returns the end of the line before, and the comments that are apart from the entry. */
    private static String rest(String prefix) {
        int blank = Math.max(prefix.lastIndexOf("\n\n"), prefix.lastIndexOf("\n\r\n"));
        if (blank >= 0 && prefix.substring(0, blank).contains("#")) {
            return prefix.substring(0, blank).stripTrailing();
        }
        int line = prefix.indexOf('\n');
        return line < 0 ? "" : prefix.substring(0, line).stripTrailing();
    }
}
