package io.backoff.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;

/** The documentation: the guide, and the pages next to the modules they describe. */
public final class Docs {

    public static final Path README = root().resolve("README.md");
    public static final Path SECURITY = root().resolve("SECURITY.md");
    public static final Path GUIDE = root().resolve("docs");

    private static final Path SAMPLE = root().resolve("sample-app/README.md");
    private static final Path BENCHMARKS = root().resolve("benchmarks/README.md");
    private static final Path RESULTS = root().resolve("benchmarks/results.md");

    private static final Pattern FENCE = Pattern.compile("( *)```(.*)");
    private static final Pattern SOURCE = Pattern.compile(".*/backoff-(?!rewrite)[\\w-]+/src/main/java/.*\\.java");
    private static final Set<String> GENERATED = Set.of("target", ".git", "node_modules");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private Docs() {}

    public static Path root() {
        Path path = Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();
        while (!Files.exists(path.resolve("SECURITY.md"))) {
            path = path.getParent();
        }
        return path;
    }

    public static List<Path> all() {
        try (Stream<Path> guide = Files.walk(GUIDE)) {
            return Stream.concat(
                            Stream.of(README, SECURITY, SAMPLE, BENCHMARKS, RESULTS),
                            guide.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public static List<String> lines(Path page) {
        try {
            return Files.readAllLines(page);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The lines outside of code blocks. */
    public static List<String> prose(Path page) {
        List<String> prose = new ArrayList<>();
        boolean code = false;
        for (String line : lines(page)) {
            boolean fence = FENCE.matcher(line).matches();
            code ^= fence;
            if (!code && !fence) {
                prose.add(line);
            }
        }
        return prose;
    }

    /** The code blocks with this info string, for example {@code yaml}, on all pages. */
    public static Stream<Block> blocks(String info) {
        return all().stream().flatMap(page -> blocks(page).stream()).filter(block -> block.info.equals(info));
    }

    /** The code blocks with this info string on one page. */
    public static List<Block> blocks(Path page, String info) {
        return blocks(page).stream().filter(block -> block.info.equals(info)).toList();
    }

    public static List<Block> blocks(Path page) {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = lines(page);
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int start = i++;
                while (!FENCE.matcher(lines.get(i)).matches()) {
                    i++;
                }
                blocks.add(new Block(page, start + 1, fence.group(1), fence.group(2), lines.subList(start + 1, i + 1)));
            }
        }
        return blocks;
    }

    /** All properties that the YAML of a page sets, as {@code name=value}. */
    public static String[] properties(Path page) {
        return blocks(page, "yaml").stream().flatMap(Block::properties).toArray(String[]::new);
    }

    /** The tables of a page whose first column has this header. */
    public static List<Table> tables(Path page, String header) {
        List<Table> tables = new ArrayList<>();
        List<String> lines = prose(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("|---")) {
                List<List<String>> rows = new ArrayList<>();
                for (int row = i + 1; row < lines.size() && lines.get(row).startsWith("|"); row++) {
                    rows.add(cells(lines.get(row)));
                }
                tables.add(new Table(cells(lines.get(i - 1)), rows));
            }
        }
        return tables.stream()
                .filter(table -> table.header.get(0).equals(header))
                .toList();
    }

    /** The table whose first column has this header; the page must have exactly one such table. */
    public static Table table(Path page, String header) {
        List<Table> tables = tables(page, header);
        if (tables.size() != 1) {
            throw new AssertionError(page + " has " + tables.size() + " tables of '" + header + "'");
        }
        return tables.get(0);
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                .map(String::trim)
                .toList();
    }

    /** The parts of the text that are in backticks. */
    public static List<String> code(String text) {
        return CODE.matcher(text).results().map(found -> found.group(1)).toList();
    }

    public static Stream<MatchResult> find(Path page, Pattern pattern) {
        return pattern.matcher(String.join("\n", prose(page))).results();
    }

    /**
     * The source code of all modules of the library, with the parts of concatenated string literals joined. The code of
     * {@code backoff-rewrite} is not included.
     */
    public static String sources() {
        return files(root()).stream()
                .filter(file -> SOURCE.matcher(file.toString()).matches())
                .map(file -> String.join("\n", lines(file)))
                .collect(Collectors.joining("\n"))
                .replaceAll("\"\\s*\\+\\s*\"", "");
    }

    /** The files below a folder, except for the output of builds and tools. */
    public static List<Path> files(Path folder) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return GENERATED.contains(directory.getFileName().toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return files;
    }

    /**
     * A code block.
     *
     * @param indent the spaces before the fence, for example in a list item
     * @param raw the unchanged lines of the block, with the closing fence
     */
    public record Block(Path page, int line, String indent, String info, List<String> raw) {

        /** The lines of the block, without the closing fence and the indentation of the fence. */
        public String text() {
            return raw.subList(0, raw.size() - 1).stream()
                    .map(rawLine -> rawLine.startsWith(indent) ? rawLine.substring(indent.length()) : rawLine)
                    .collect(Collectors.joining("\n"));
        }

        /** The properties that the YAML sets, as {@code name=value}. */
        public Stream<String> properties() {
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new ByteArrayResource(text().getBytes(StandardCharsets.UTF_8)));
            Properties properties = yaml.getObject();
            return properties.keySet().stream().map(name -> name + "=" + properties.get(name));
        }

        /** The heading of the section that contains the block. */
        public String heading() {
            List<String> above = lines(page).subList(0, line);
            return above.stream()
                    .filter(lineAbove -> lineAbove.startsWith("#"))
                    .reduce((first, last) -> last)
                    .orElseThrow()
                    .replaceFirst("#+ ", "");
        }

        @Override
        public String toString() {
            return page.getFileName() + ":" + line;
        }
    }

    public record Table(List<String> header, List<List<String>> rows) {}
}
