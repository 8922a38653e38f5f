package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.openrewrite.internal.ListUtils;
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
        boolean sameStart = !removal.kept.isEmpty()
                && removal.kept.get(0).getId().equals(file.getContent().get(0).getId());
        return file.withContent(
                sameStart
                        ? removal.kept
                        : ListUtils.mapFirst(removal.kept, each -> (Properties.Content)
                                each.withPrefix(each.getPrefix().stripLeading())));
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
