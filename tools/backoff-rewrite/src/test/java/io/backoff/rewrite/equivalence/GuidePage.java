package io.backoff.rewrite.equivalence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The tables of a page of the migration guide.
 *
 * @param tables the names in the first cells, by the header of the first column, without backticks. A list with bullets
 *     is a table too: its header is the code that the line above it begins with, and a row the first clause of a bullet
 */
record GuidePage(Map<String, List<String>> tables) {

    private static final Path GUIDE =
            Path.of(System.getProperty("basedir", ".")).resolve("../../docs/migration");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern CLAUSE = Pattern.compile("- ([^,.:]+).*");
    private static final Pattern LEAD = Pattern.compile("`(@\\w+)`.*:");

    static GuidePage of(String page) {
        try {
            return new GuidePage(tables(Files.readAllLines(GUIDE.resolve(page))));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, List<String>> tables(List<String> lines) {
        var tables = new LinkedHashMap<String, List<String>>();
        for (int i = 1; i + 1 < lines.size(); i++) {
            if (lines.get(i).startsWith("|---")) {
                var rows = tables.computeIfAbsent(plain(firstCell(lines.get(i - 1))), header -> new ArrayList<>());
                for (int row = i + 1; row < lines.size() && lines.get(row).startsWith("|"); row++) {
                    rows.addAll(names(firstCell(lines.get(row))));
                }
            }
            var lead = LEAD.matcher(lines.get(i));
            if (lead.matches()) {
                var bullets = bullets(lines, i + 1);
                if (!bullets.isEmpty()) {
                    tables.put(lead.group(1), bullets);
                }
            }
        }
        return tables;
    }

    private static List<String> bullets(List<String> lines, int from) {
        var bullets = new ArrayList<String>();
        for (int i = from; lines.get(i).isEmpty() || lines.get(i).matches("[- ] .*"); i++) {
            var clause = CLAUSE.matcher(lines.get(i));
            if (clause.matches()) {
                bullets.add(plain(clause.group(1)));
            }
        }
        return bullets;
    }

    private static String firstCell(String line) {
        return line.substring(1, line.indexOf('|', 1)).trim();
    }

    /** The code in a cell, or all of it. */
    private static List<String> names(String cell) {
        var code = CODE.matcher(cell).results().map(found -> found.group(1)).toList();
        return code.isEmpty() ? List.of(cell) : code;
    }

    private static String plain(String text) {
        return text.replace("`", "");
    }
}
