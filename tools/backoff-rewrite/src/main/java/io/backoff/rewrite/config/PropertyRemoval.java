package io.backoff.rewrite.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.tree.Yaml;

/**
 * Removes properties from configuration files. The comments of a removed property stay in the file, unless they are
 * moved elsewhere.
 */
public final class PropertyRemoval {

    private PropertyRemoval() {}

    /**
     * Returns the file without these properties, whose names are keys of {@link ConfigDocument#values()}.
     *
     * @param elsewhere the indexes of documents whose {@link #comments} are moved elsewhere
     */
    public static SourceFile remove(SourceFile file, Set<String> properties, Set<Integer> elsewhere) {
        if (!uses(file, properties)) {
            return file;
        }
        if (file instanceof Yaml.Documents yaml) {
            return new YamlRemoval(properties, elsewhere).removeFrom(yaml);
        }
        return file instanceof Properties.File text
                ? new PropertiesRemoval(properties, elsewhere).removeFrom(text)
                : file;
    }

    /** Returns the comments of these properties, by the index of the document. */
    public static Map<Integer, List<RemovedComment>> comments(SourceFile file, Set<String> properties) {
        if (!uses(file, properties)) {
            return Map.of();
        }
        if (file instanceof Yaml.Documents yaml) {
            var removal = new YamlRemoval(properties, Set.of());
            removal.removeFrom(yaml);
            return removal.comments();
        }
        if (file instanceof Properties.File text) {
            var removal = new PropertiesRemoval(properties, Set.of());
            removal.removeFrom(text);
            return removal.comments();
        }
        return Map.of();
    }

    private static boolean uses(SourceFile file, Set<String> properties) {
        return !properties.isEmpty()
                && ConfigReader.read(file).stream()
                        .anyMatch(
                                document -> document.values().keySet().stream().anyMatch(properties::contains));
    }

    static boolean isRemoved(String prefix, Yaml.Block block, Set<String> properties) {
        var values = new LinkedHashMap<String, String>();
        ConfigReader.flatten(prefix, block, values);
        return !values.isEmpty() && properties.containsAll(values.keySet());
    }
}
