package io.backoff.rewrite.config;

import io.backoff.rewrite.policy.PolicySettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
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
import org.openrewrite.yaml.YamlVisitor;
import org.openrewrite.yaml.tree.Yaml;

/** Adds policies to configuration files. Existing comments, order and format are kept. */
public final class ConfigWriter {

    private static final Addition PROBE =
            new Addition(Map.of(), Map.of("a-new-policy", PolicySettings.empty().with("delay", "1s")));

    private ConfigWriter() {}

    /** Returns the file with additions to its documents. The key of an addition is the index of its document. */
    public static SourceFile add(SourceFile file, Map<Integer, Addition> additions, ExecutionContext context) {
        if (file instanceof Yaml.Documents yaml) {
            if (yaml.getDocuments().size() == 1
                    && !isConfigured(yaml.getDocuments().get(0))) {
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

    /** Whether policies can be added to a file without changing its other settings. */
    public static boolean accepts(SourceFile file, ExecutionContext context) {
        List<ConfigDocument> documents = ConfigReader.read(file);
        int index = ConfigReader.unconditional(documents);
        if (index < 0 || isMisread(file)) {
            return false;
        }
        String added = add(file, Map.of(index, PROBE), context).printAll();
        Parser parser = file instanceof Yaml.Documents
                ? YamlParser.builder().build()
                : PropertiesParser.builder().build();
        SourceFile read = parser.parse(added).toList().get(0);
        List<Map<String, String>> expected = new ArrayList<>(values(documents));
        expected.set(index, new HashMap<>(expected.get(index)));
        expected.get(index).put("backoff.policies.a-new-policy.delay", "1s");
        return values(ConfigReader.read(read)).equals(expected);
    }

    /** Whether a mapping such as {@code {a: 1}}, without spaces inside of its braces, has been parsed as text. */
    private static boolean isMisread(SourceFile file) {
        var found = new AtomicBoolean();
        if (file instanceof Yaml.Documents) {
            new YamlVisitor<AtomicBoolean>() {
                @Override
                public Yaml visitScalar(Yaml.Scalar scalar, AtomicBoolean misread) {
                    if (scalar.getStyle() == Yaml.Scalar.Style.PLAIN
                            && scalar.getValue().startsWith("{")) {
                        misread.set(true);
                    }
                    return scalar;
                }
            }.visit(file, found);
        }
        return found.get();
    }

    private static List<Map<String, String>> values(List<ConfigDocument> documents) {
        return documents.stream().map(ConfigDocument::values).toList();
    }

    /** Returns a new YAML file. */
    public static SourceFile create(Path path, Addition addition) {
        return parseYaml(YamlText.of(addition)).withSourcePath(path);
    }

    private static boolean isConfigured(Yaml.Document document) {
        return document.getBlock() instanceof Yaml.Mapping mapping
                && mapping.getEntries().stream()
                        .anyMatch(entry -> entry.getKey().getValue().equals("backoff"));
    }

    /** Appends the settings to a file that has no settings of Backoff, so no merge is needed. */
    private static SourceFile extend(Yaml.Documents file, Map<Integer, Addition> additions) {
        Addition addition = additions.get(0);
        if (addition == null) {
            return file;
        }
        String text = file.printAll();
        boolean open = !text.isEmpty() && !text.endsWith("\n");
        String lineEnd = lineEnd(text);
        String apart = isStart(text) || text.endsWith(lineEnd + lineEnd) ? "" : lineEnd;
        String added = apart + YamlText.of(addition).replace("\n", lineEnd);
        return reparse(
                YamlParser.builder().build(), file, open ? text + lineEnd + apart + added.strip() : text + added);
    }

    /** Whether the text has no content yet, so that appended settings need no blank line above them. */
    private static boolean isStart(String text) {
        return text.isBlank() || text.strip().equals("---");
    }

    private static Yaml.Document merge(
            Yaml.Documents file, Yaml.Document document, Addition addition, ExecutionContext context) {
        Yaml.Documents added = parseYaml(YamlText.of(addition));
        var cursor = new Cursor(new Cursor(new Cursor(null, Cursor.ROOT_VALUE), file), document);
        var merge = new MergeYamlVisitor<ExecutionContext>(
                document.getBlock(), added.getDocuments().get(0).getBlock(), true, null, null, null);
        Yaml.Block merged = (Yaml.Block) merge.visitNonNull(document.getBlock(), context, cursor);
        return document.withBlock(isConfigured(document) ? merged : apart(merged, lineEnd(file.printAll())));
    }

    /** Adds a blank line above the last entry, which contains the added settings. */
    private static Yaml.Block apart(Yaml.Block block, String lineEnd) {
        if (!(block instanceof Yaml.Mapping mapping) || mapping.getEntries().size() < 2) {
            return block;
        }
        var entries = new ArrayList<>(mapping.getEntries());
        Yaml.Mapping.Entry last = entries.remove(entries.size() - 1);
        entries.add(last.getPrefix().isBlank() ? last.withPrefix(lineEnd + last.getPrefix()) : last);
        return mapping.withEntries(entries);
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
                if (additions.containsKey(index)) {
                    append(text, additions.get(index));
                    text.setLength(text.toString().stripTrailing().length());
                    text.append(content.getPrefix().contains("\n") ? "" : lineEnd(text));
                }
                index++;
            }
            text.append(file.withContent(List.of(content)).withEof("").printAll());
        }
        text.append(file.getEof());
        boolean open = !text.isEmpty() && text.charAt(text.length() - 1) != '\n';
        append(text, additions.get(index));
        if (open && additions.containsKey(index)) {
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
                .<SourceFile>withCharset(Objects.requireNonNullElse(file.getCharset(), StandardCharsets.UTF_8))
                .<SourceFile>withCharsetBomMarked(file.isCharsetBomMarked())
                .<SourceFile>withSourcePath(file.getSourcePath())
                .withMarkers(file.getMarkers());
    }
}
