package io.backoff.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of the guide with results of experiments. */
public enum Page {
    OVERLOAD_EXPERIMENT("overload-experiment.md"),
    DRY_RUNS("dry-runs.md");

    private final Path path;

    Page(String name) {
        this.path = Path.of(System.getProperty("basedir", "."), "..", "docs", name);
    }

    /** Fails unless the page has this table. */
    public void assertShows(String table) throws IOException {
        String page = Files.readString(path);
        String head = table.substring(0, table.indexOf('\n'));
        assertThat(page).containsOnlyOnce(head);
        int start = page.indexOf(head);
        assertThat(page.substring(start, page.indexOf("\n\n", start) + 1)).isEqualTo(table);
    }
}
