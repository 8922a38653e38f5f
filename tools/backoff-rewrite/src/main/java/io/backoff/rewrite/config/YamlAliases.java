package io.backoff.rewrite.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openrewrite.yaml.YamlIsoVisitor;
import org.openrewrite.yaml.tree.Yaml;

/** Replaces YAML aliases, such as the one in {@code <<: *shared}, with the content of their anchors. */
final class YamlAliases {

    private YamlAliases() {}

    static boolean areIn(Yaml.Document document) {
        var found = new AtomicBoolean();
        new YamlIsoVisitor<AtomicBoolean>() {
            @Override
            public Yaml visitAlias(Yaml.Alias alias, AtomicBoolean any) {
                any.set(true);
                return super.visitAlias(alias, any);
            }
        }.visit(document, found);
        return found.get();
    }

    /** Returns the content of a document, in which aliases are replaced. */
    static Yaml.Block resolved(Yaml.Document document) {
        if (!areIn(document)) {
            return document.getBlock();
        }
        var anchors = new HashMap<String, Yaml.Block>();
        return resolved(document.getBlock(), anchors);
    }

    private static Yaml.Block resolved(Yaml.Block block, Map<String, Yaml.Block> anchors) {
        if (block instanceof Yaml.Alias alias) {
            return anchors.getOrDefault(alias.getAnchor().getKey(), block);
        }
        Yaml.Block resolved = block;
        Yaml.Anchor anchor = null;
        if (block instanceof Yaml.Mapping mapping) {
            resolved = mapping(mapping, anchors);
            anchor = mapping.getAnchor();
        } else if (block instanceof Yaml.Sequence sequence) {
            resolved = sequence.withEntries(sequence.getEntries().stream()
                    .map(each -> each.withBlock(resolved(each.getBlock(), anchors)))
                    .toList());
            anchor = sequence.getAnchor();
        } else if (block instanceof Yaml.Scalar scalar) {
            anchor = scalar.getAnchor();
        }
        if (anchor != null) {
            anchors.put(anchor.getKey(), resolved);
        }
        return resolved;
    }

    /**
     * Returns a mapping with the entries that {@code <<} merges. They come first, so that explicit entries override
     * them.
     */
    private static Yaml.Mapping mapping(Yaml.Mapping mapping, Map<String, Yaml.Block> anchors) {
        List<Yaml.Mapping.Entry> merged = new ArrayList<>();
        List<Yaml.Mapping.Entry> written = new ArrayList<>();
        for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
            Yaml.Block value = resolved(entry.getValue(), anchors);
            if (entry.getKey().getValue().equals("<<") && value instanceof Yaml.Mapping other) {
                merged.addAll(other.getEntries());
            } else {
                written.add(entry.withValue(value));
            }
        }
        merged.addAll(written);
        return mapping.withEntries(merged);
    }
}
