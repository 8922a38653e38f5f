package io.backoff.benchmarks.overload;

import java.util.List;
import java.util.Locale;

/** A table in Markdown: the first column is text, the others are numbers. */
public final class Table {

    private final StringBuilder text = new StringBuilder();

    public Table(List<String> head) {
        row(head);
        text.append("|---").append("|--:".repeat(head.size() - 1)).append("|\n");
    }

    public Table row(List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }

    public static String number(String format, Object value) {
        return String.format(Locale.ROOT, format, value);
    }
}
