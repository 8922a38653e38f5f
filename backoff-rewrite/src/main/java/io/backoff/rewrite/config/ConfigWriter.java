package io.backoff.rewrite.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Parser;
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
            if (yaml.getDocuments().size() == 1 && isEmpty(yaml.getDocuments().get(0))) {
                return extend(yaml, additions);
            }
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

    private static boolean isEmpty(Yaml.Document document) {
        return !(document.getBlock() instanceof Yaml.Mapping mapping)
                || mapping.getEntries().isEmpty();
    }

    /** A file without settings has no place where they could be merged. */
    private static SourceFile extend(Yaml.Documents file, Map<Integer, Addition> additions) {
        Addition addition = additions.get(0);
        String text = file.printAll();
        String lineEnd = lineEnd(text);
        String gap = text.isEmpty() || text.endsWith("\n") ? "" : lineEnd;
        return addition == null
                ? file
                : reparse(
                        YamlParser.builder().build(),
                        file,
                        text + gap + YamlText.of(addition).replace("\n", lineEnd));
    }

    private static Yaml.Document merge(
            Yaml.Documents file, Yaml.Document document, Addition addition, ExecutionContext context) {
        Yaml.Documents added = parseYaml(YamlText.of(addition));
        var cursor = new Cursor(new Cursor(new Cursor(null, Cursor.ROOT_VALUE), file), document);
        var merge = new MergeYamlVisitor<ExecutionContext>(
                document.getBlock(), added.getDocuments().get(0).getBlock(), true, null, null, null);
        return document.withBlock((Yaml.Block) merge.visitNonNull(document.getBlock(), context, cursor));
    }

    private static Yaml.Documents parseYaml(String text) {
        return (Yaml.Documents)
                YamlParser.builder().build().parse(text).toList().get(0);
    }

    private static SourceFile append(Properties.File file, Map<Integer, Addition> additions) {
        var text = new StringBuilder();
        int index = 0;
        for (Properties.Content content : file.getContent()) {
            if (ConfigReader.isSeparator(content)) {
                append(text, additions.get(index));
                text.setLength(text.toString().stripTrailing().length());
                index++;
            }
            text.append(file.withContent(List.of(content)).withEof("").printAll());
        }
        text.append(file.getEof());
        boolean open = !text.isEmpty() && text.charAt(text.length() - 1) != '\n';
        append(text, additions.get(index));
        if (open) {
            text.setLength(text.toString().stripTrailing().length());
        }
        return reparse(PropertiesParser.builder().build(), file, text.toString());
    }

    private static void append(StringBuilder text, @Nullable Addition addition) {
        if (addition == null) {
            return;
        }
        String lineEnd = lineEnd(text);
        if (!text.isEmpty()) {
            text.append(text.charAt(text.length() - 1) == '\n' ? lineEnd : lineEnd + lineEnd);
        }
        String added = PropertiesText.of(addition).replace("\n", lineEnd);
        text.append(added, 0, added.length());
    }

    private static String lineEnd(CharSequence text) {
        return text.toString().contains("\r\n") ? "\r\n" : "\n";
    }

    private static SourceFile reparse(Parser parser, SourceFile file, String text) {
        SourceFile parsed = parser.parse(text).toList().get(0);
        return parsed.<SourceFile>withId(file.getId())
                .<SourceFile>withSourcePath(file.getSourcePath())
                .withMarkers(file.getMarkers());
    }
}
