package io.backoff.rewrite.config;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
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
                    .map(entry -> entry.withBlock(resolved(entry.getBlock(), anchors)))
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
     * Returns a mapping with the entries that {@code <<} merges. Explicit entries override them, and of several merged
     * mappings, the first one wins.
     */
    private static Yaml.Mapping mapping(Yaml.Mapping mapping, Map<String, Yaml.Block> anchors) {
        var entries = new LinkedHashMap<String, Yaml.Mapping.Entry>();
        for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
            String key = entry.getKey().getValue();
            Yaml.Block value = resolved(entry.getValue(), anchors);
            if (key.equals("<<")) {
                merged(value)
                        .forEach(inherited ->
                                entries.putIfAbsent(inherited.getKey().getValue(), inherited));
            } else {
                entries.put(key, entry.withValue(value));
            }
        }
        return mapping.withEntries(List.copyOf(entries.values()));
    }

    /** Returns the entries of a mapping, or of all mappings in a sequence. */
    private static Stream<Yaml.Mapping.Entry> merged(Yaml.Block block) {
        if (block instanceof Yaml.Sequence sequence) {
            return sequence.getEntries().stream().flatMap(entry -> merged(entry.getBlock()));
        }
        return block instanceof Yaml.Mapping mapping ? mapping.getEntries().stream() : Stream.empty();
    }
}
