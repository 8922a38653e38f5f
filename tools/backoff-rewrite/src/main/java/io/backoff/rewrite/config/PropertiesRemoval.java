package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.openrewrite.properties.tree.Properties;

/** Removes entries from properties, and the comments above those of which no entry is left. */
final class PropertiesRemoval {

    private final Set<String> removed;
    private final List<Properties.Content> kept = new ArrayList<>();
    private final List<Properties.Content> comments = new ArrayList<>();
    private boolean open;

    private PropertiesRemoval(Set<String> removed) {
        this.removed = removed;
    }

    static Properties.File remove(Properties.File file, Set<String> properties) {
        var removal = new PropertiesRemoval(properties);
        file.getContent().forEach(removal::add);
        removal.endGroup();
        removal.startAtTop(file.getContent());
        return file.withContent(removal.kept);
    }

    /** The first line has nothing above it. */
    private void startAtTop(List<Properties.Content> before) {
        if (!kept.isEmpty() && !kept.get(0).getId().equals(before.get(0).getId())) {
            Properties.Content first = kept.get(0);
            kept.set(0, (Properties.Content) first.withPrefix(first.getPrefix().stripLeading()));
        }
    }

    private void add(Properties.Content content) {
        boolean apart = content.getPrefix().chars().filter(each -> each == '\n').count() > 1;
        boolean entry = content instanceof Properties.Entry;
        if (apart || ConfigReader.isSeparator(content) || open && !entry) {
            endGroup();
        }
        if (content instanceof Properties.Entry each && removed.contains(each.getKey())) {
            open = true;
        } else if (entry || ConfigReader.isSeparator(content)) {
            kept.addAll(comments);
            comments.clear();
            kept.add(content);
            open = false;
        } else {
            comments.add(content);
        }
    }

    /** Comments stay, unless they were those of removed entries only. */
    private void endGroup() {
        if (!open) {
            kept.addAll(comments);
        }
        comments.clear();
        open = false;
    }
}
