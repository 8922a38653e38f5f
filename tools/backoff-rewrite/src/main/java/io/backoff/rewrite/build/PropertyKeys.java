package io.backoff.rewrite.build;

import java.util.stream.Stream;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.tree.Yaml;

/** The keys of properties in a configuration file. */
final class PropertyKeys {

    private PropertyKeys() {}

    static Stream<String> of(SourceFile file) {
        if (file instanceof Properties.File properties) {
            return properties.getContent().stream()
                    .filter(Properties.Entry.class::isInstance)
                    .map(entry -> ((Properties.Entry) entry).getKey());
        }
        if (file instanceof Yaml.Documents documents) {
            return documents.getDocuments().stream().flatMap(document -> of("", document.getBlock()));
        }
        return Stream.empty();
    }

    private static Stream<String> of(String prefix, Yaml.Block block) {
        if (block instanceof Yaml.Mapping mapping) {
            return mapping.getEntries().stream()
                    .flatMap(entry -> of(prefix + entry.getKey().getValue() + ".", entry.getValue()));
        }
        return prefix.isEmpty() ? Stream.empty() : Stream.of(prefix.substring(0, prefix.length() - 1));
    }
}
