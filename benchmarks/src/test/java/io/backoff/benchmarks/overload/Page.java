package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page with results of experiments. */
public final class Page {

    private static final Path PATH = Path.of(System.getProperty("basedir", "."), "results.md");

    private Page() {}

    /** Fails unless the page has this table. */
    public static void assertShows(String table) throws IOException {
        String page = Files.readString(PATH);
        String head = table.substring(0, table.indexOf('\n'));
        assertThat(page).containsOnlyOnce(head);
        int start = page.indexOf(head);
        assertThat(page.substring(start, page.indexOf("\n\n", start) + 1)).isEqualTo(table);
    }
}
