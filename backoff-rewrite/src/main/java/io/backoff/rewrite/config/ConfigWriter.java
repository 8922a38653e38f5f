package io.backoff.rewrite.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.properties.PropertiesParser;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.MergeYamlVisitor;
import org.openrewrite.yaml.YamlParser;
import org.openrewrite.yaml.tree.Yaml;

/** Adds policies to configuration files. Comments, order and format of what is there stay. */
public final class ConfigWriter {

    private ConfigWriter() {}

    /** Returns the file with the additions, by the index of their document. */
    public static SourceFile add(SourceFile file, Map<Integer, Addition> additions, ExecutionContext context) {
        if (file instanceof Yaml.Documents yaml) {
            return yaml.withDocuments(ListUtils.map(yaml.getDocuments(), (index, document) -> {
                Addition addition = additions.get(index);
                return addition == null ? document : merge(yaml, document, addition, context);
            }));
        }
        if (file instanceof Properties.File properties) {
            return append(properties, additions);
        }
        return file;
    }

    /** Returns a new YAML file. */
    public static SourceFile create(Path path, Addition addition) {
        return parseYaml(YamlText.of(addition)).withSourcePath(path);
    }

    private static Yaml.Document merge(
            Yaml.Documents file, Yaml.Document document, Addition addition, ExecutionContext context) {
        Yaml.Documents added = parseYaml(YamlText.of(addition));
        if (!(document.getBlock() instanceof Yaml.Mapping)) {
            return document.withBlock(added.getDocuments().get(0).getBlock());
        }
        var cursor = new Cursor(new Cursor(new Cursor(null, Cursor.ROOT_VALUE), file), document);
        var merge = new MergeYamlVisitor<ExecutionContext>(
                document.getBlock(), added.getDocuments().get(0).getBlock(), true, null, null, null);
        return document.withBlock((Yaml.Block) merge.visitNonNull(document.getBlock(), context, cursor));
    }

    private static Yaml.Documents parseYaml(String text) {
        return (Yaml.Documents)
                YamlParser.builder().build().parse(text).toList().get(0);
    }

    private static Properties.File append(Properties.File file, Map<Integer, Addition> additions) {
        var contents = new ArrayList<Properties.Content>();
        int index = 0;
        for (Properties.Content content : file.getContent()) {
            if (ConfigReader.isSeparator(content)) {
                addTo(contents, additions.get(index));
                index++;
            }
            contents.add(content);
        }
        addTo(contents, additions.get(index));
        return file.withContent(contents);
    }

    private static void addTo(List<Properties.Content> contents, @Nullable Addition addition) {
        if (addition == null) {
            return;
        }
        var added = (Properties.File) PropertiesParser.builder()
                .build()
                .parse(PropertiesText.of(addition))
                .toList()
                .get(0);
        boolean first = contents.isEmpty();
        contents.addAll(ListUtils.mapFirst(
                added.getContent(), each -> (Properties.Content) each.withPrefix(first ? "" : "\n\n")));
    }
}
