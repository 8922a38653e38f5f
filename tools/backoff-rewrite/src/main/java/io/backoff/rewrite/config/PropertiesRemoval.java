package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.openrewrite.properties.tree.Properties;

/** Removes entries from properties files. The comments of a removed entry stay, unless they are moved elsewhere. */
final class PropertiesRemoval {

    private final Set<String> removed;
    private final Set<Integer> elsewhere;
    private final List<Properties.Content> kept = new ArrayList<>();
    private final Map<Integer, List<RemovedComment>> removedComments = new TreeMap<>();
    /** The comments since the last kept entry, each with the removed property to which it belongs. */
    private final Map<Properties.Content, String> comments = new LinkedHashMap<>();

    private int document;
    private boolean open;

    /** @param elsewhere the indexes of documents whose comments are moved elsewhere */
    PropertiesRemoval(Set<String> properties, Set<Integer> elsewhere) {
        this.removed = properties;
        this.elsewhere = elsewhere;
    }

    Properties.File removeFrom(Properties.File file) {
        file.getContent().forEach(this::add);
        endGroup();
        startAtTop(file.getContent());
        return file.withContent(kept);
    }

    /** The comments of removed entries, by the index of the document. */
    Map<Integer, List<RemovedComment>> comments() {
        return removedComments;
    }

    /** Removes blank lines from the top of the file. */
    private void startAtTop(List<Properties.Content> before) {
        if (!kept.isEmpty() && !kept.get(0).getId().equals(before.get(0).getId())) {
            Properties.Content first = kept.get(0);
            kept.set(0, (Properties.Content) first.withPrefix(first.getPrefix().stripLeading()));
        }
    }

    private void add(Properties.Content content) {
        boolean apart = content.getPrefix()
                        .chars()
                        .filter(character -> character == '\n')
                        .count()
                > 1;
        boolean entry = content instanceof Properties.Entry;
        boolean separator = ConfigReader.isSeparator(content);
        if (apart || separator || open && !entry) {
            endGroup();
        }
        if (content instanceof Properties.Entry property && removed.contains(property.getKey())) {
            open = true;
            comments.replaceAll(
                    (comment, owner) -> owner.isEmpty() ? property.getKey() : owner(owner, property.getKey()));
        } else if (entry || separator) {
            kept.addAll(comments.keySet());
            comments.clear();
            kept.add(content);
            open = false;
            document += separator ? 1 : 0;
        } else {
            comments.put(content, "");
        }
    }

    /** A comment above several properties belongs to their common prefix. */
    private static String owner(String owner, String next) {
        return parent(next).equals(parent(owner)) ? parent(owner) : owner;
    }

    private static String parent(String property) {
        return property.substring(0, Math.max(property.lastIndexOf('.'), 0));
    }

    /** Keeps comments, unless all their entries were removed and the comments are moved elsewhere. */
    private void endGroup() {
        if (!open || !elsewhere.contains(document)) {
            kept.addAll(comments.keySet());
        }
        if (open) {
            comments.forEach((comment, owner) -> removedComments
                    .computeIfAbsent(document, key -> new ArrayList<>())
                    .add(new RemovedComment(
                            owner, ((Properties.Comment) comment).getMessage().strip())));
        }
        comments.clear();
        open = false;
    }
}
