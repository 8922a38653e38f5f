package io.backoff.rewrite.equivalence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.openrewrite.Recipe;

/** The cases of one library, and the check that each row of its page has one. */
abstract class EquivalenceTests {

    abstract Library library();

    abstract Recipe recipe();

    abstract Stream<Case> cases();

    /** The headers of the tables, each of whose rows needs a case. */
    abstract Set<String> tables();

    /** The headers of the tables about what recipes do not change: code, and differences that remain. */
    abstract Set<String> otherTables();

    /** The names in {@link #tables()} that are of code, such as a builder's methods. */
    Set<String> namesOfCode() {
        return Set.of();
    }

    @TestFactory
    final Stream<DynamicTest> doesTheSame() {
        var run = new RecipeRun(recipe());
        return cases().map(each ->
                DynamicTest.dynamicTest(each.toString(), () -> Comparison.assertSame(library(), each, run)));
    }

    @Test
    final void hasACaseForEachRow() {
        var page = GuidePage.of(library().page());
        assertThat(page.tables().keySet()).as("tables").isEqualTo(union(tables(), otherTables()));
        for (String table : tables()) {
            var rows = new HashSet<>(page.tables().get(table));
            rows.removeAll(namesOfCode());
            assertThat(covered(table)).as(table).isEqualTo(rows);
        }
    }

    @Test
    final void hasNoCaseWithoutARow() {
        var page = GuidePage.of(library().page());
        assertThat(cases().toList())
                .allSatisfy(each -> assertThat(page.tables().getOrDefault(each.table(), List.of()))
                        .as(each.table())
                        .containsAll(each.rows()));
    }

    private Set<String> covered(String table) {
        var rows = new HashSet<String>();
        cases().filter(each -> each.table().equals(table)).forEach(each -> rows.addAll(each.rows()));
        return rows;
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        var all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }
}
