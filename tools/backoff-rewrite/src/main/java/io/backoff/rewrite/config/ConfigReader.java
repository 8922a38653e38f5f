package io.backoff.rewrite.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openrewrite.SourceFile;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.tree.Yaml;

/** Reads the documents of {@code application*.yml} and {@code application*.properties}. */
public final class ConfigReader {

    private static final Pattern NAME = Pattern.compile("application(?:-(?<profile>[^/]+))?\\.(?:ya?ml|properties)");
    private static final Pattern CONDITION =
            Pattern.compile("spring\\.config\\.activate\\.[^.]+", Pattern.CASE_INSENSITIVE);

    private ConfigReader() {}

    /** Whether a path is a configuration file in the resources of an application or its tests. */
    public static boolean isConfiguration(Path file) {
        String path = file.toString().replace('\\', '/');
        return path.matches("(.*/)?src/[^/]+/resources/(config/)?[^/]+")
                && NAME.matcher(file.getFileName().toString()).matches();
    }

    public static List<ConfigDocument> read(SourceFile file) {
        if (file instanceof Yaml.Documents yaml) {
            return yaml(yaml);
        }
        return file instanceof Properties.File properties ? properties(properties) : List.of();
    }

    private static List<ConfigDocument> yaml(Yaml.Documents file) {
        var documents = new ArrayList<ConfigDocument>();
        for (Yaml.Document document : file.getDocuments()) {
            var values = new LinkedHashMap<String, String>();
            flatten("", YamlAliases.resolved(document), values);
            documents.add(document(file, documents.size(), values));
        }
        return documents;
    }

    static String name(String prefix, Yaml.Mapping.Entry entry) {
        String key = entry.getKey().getValue();
        return prefix.isEmpty() || key.startsWith("[") ? prefix + key : prefix + "." + key;
    }

    static void flatten(String prefix, Yaml.Block block, Map<String, String> values) {
        if (block instanceof Yaml.Mapping mapping) {
            for (Yaml.Mapping.Entry entry : mapping.getEntries()) {
                flatten(name(prefix, entry), entry.getValue(), values);
            }
        } else if (block instanceof Yaml.Sequence sequence) {
            for (int i = 0; i < sequence.getEntries().size(); i++) {
                flatten(prefix + "[" + i + "]", sequence.getEntries().get(i).getBlock(), values);
            }
            if (sequence.getEntries().isEmpty()) {
                values.put(prefix, "");
            }
        } else if (block instanceof Yaml.Scalar scalar) {
            values.put(prefix, scalar.getValue());
        }
    }

    private static List<ConfigDocument> properties(Properties.File file) {
        var documents = new ArrayList<ConfigDocument>();
        var values = new LinkedHashMap<String, String>();
        for (Properties.Content content : file.getContent()) {
            if (content instanceof Properties.Entry entry) {
                values.put(entry.getKey(), entry.getValue().getText());
            } else if (isSeparator(content)) {
                documents.add(document(file, documents.size(), values));
                values = new LinkedHashMap<>();
            }
        }
        documents.add(document(file, documents.size(), values));
        return documents;
    }

    static boolean isSeparator(Properties.Content content) {
        return content instanceof Properties.Comment comment
                && comment.getMessage().equals("---");
    }

    private static ConfigDocument document(SourceFile file, int index, Map<String, String> values) {
        var id = new DocumentId(file.getSourcePath(), index);
        return new ConfigDocument(id, profile(file.getSourcePath(), values), Collections.unmodifiableMap(values));
    }

    private static @Nullable String profile(Path file, Map<String, String> values) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        String ofFile = name.matches() ? name.group("profile") : null;
        return ofFile != null ? ofFile : condition(values);
    }

    /** Returns the condition of a document: a profile, a list of profiles, or another condition. */
    private static @Nullable String condition(Map<String, String> values) {
        List<String> conditions = values.entrySet().stream()
                .filter(entry -> CONDITION.matcher(entry.getKey()).matches())
                .map(Map.Entry::getValue)
                .toList();
        return conditions.isEmpty() ? null : String.join(",", conditions);
    }

    /** Returns the index of the first document that always applies, or -1. */
    public static int unconditional(List<ConfigDocument> documents) {
        for (ConfigDocument document : documents) {
            if (document.profile() == null) {
                return document.id().index();
            }
        }
        return -1;
    }
}
