package io.backoff.rewrite.config;

import java.util.LinkedHashMap;
import java.util.Set;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.tree.Yaml;

/** Removes properties from configuration files, with the comments above them. */
public final class PropertyRemoval {

    private PropertyRemoval() {}

    /** Returns the file without these properties, named as {@link ConfigDocument#values()} names them. */
    public static SourceFile remove(SourceFile file, Set<String> properties) {
        if (properties.isEmpty() || ConfigReader.read(file).stream().noneMatch(each -> uses(each, properties))) {
            return file;
        }
        if (file instanceof Yaml.Documents yaml) {
            return new YamlRemoval(properties).removeFrom(yaml);
        }
        return file instanceof Properties.File text ? PropertiesRemoval.remove(text, properties) : file;
    }

    private static boolean uses(ConfigDocument document, Set<String> properties) {
        return document.values().keySet().stream().anyMatch(properties::contains);
    }

    static boolean isRemoved(String prefix, Yaml.Block block, Set<String> properties) {
        var values = new LinkedHashMap<String, String>();
        ConfigReader.flatten(prefix, block, values);
        return !values.isEmpty() && properties.containsAll(values.keySet());
    }
}
