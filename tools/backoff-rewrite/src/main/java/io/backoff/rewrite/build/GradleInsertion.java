package io.backoff.rewrite.build;

import java.util.ArrayList;
import java.util.List;
import org.openrewrite.Cursor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/**
 * Inserts the starter into a {@code dependencies} block: before the dependencies of tests, or last if only tests need
 * it.
 */
final class GradleInsertion {

    private final Change change;
    private final Cursor cursor;

    GradleInsertion(Change change, Cursor cursor) {
        this.change = change;
        this.cursor = cursor;
    }

    J.Block into(J.Block block) {
        List<Statement> statements = new ArrayList<>(block.getStatements());
        int index = index(statements);
        boolean last = index == statements.size();
        Space following = last ? block.getEnd() : statements.get(index).getPrefix();
        String indent =
                statements.isEmpty() ? "\n    " : indentOf(statements.get(0).getPrefix());
        Statement starter = starter(statements).withPrefix(GradleComments.sameLine(following, indent));
        Space rest = GradleComments.withoutSameLine(following);
        if (!last) {
            statements.set(index, statements.get(index).withPrefix(rest));
        }
        statements.add(index, starter);
        J.Block edited = block.withStatements(statements);
        return last
                ? edited.withEnd(rest.getWhitespace().isEmpty() && rest.isEmpty() ? Space.format("\n") : rest)
                : edited;
    }

    private Statement starter(List<Statement> statements) {
        boolean test = change.addition() == Addition.TEST;
        String configuration = test ? "testImplementation" : "implementation";
        return statements.stream()
                .flatMap(statement -> GradleDependencies.call(statement).stream())
                .filter(call -> call.getSelect() == null
                        && call.getArguments().size() == 1
                        && call.getArguments().get(0) instanceof J.Literal)
                .findFirst()
                .map(call -> GradleStarter.like(call, configuration, change, cursor))
                .orElseGet(() -> GradleStarter.create(configuration, change));
    }

    private int index(List<Statement> statements) {
        if (change.addition() == Addition.TEST) {
            return statements.size();
        }
        for (int i = 0; i < statements.size(); i++) {
            if (GradleDependencies.call(statements.get(i))
                    .filter(call -> call.getSimpleName().startsWith("test"))
                    .isPresent()) {
                return i;
            }
        }
        return statements.size();
    }

    private static String indentOf(Space prefix) {
        String text = prefix.getIndent();
        return "\n" + (text.isEmpty() ? "    " : text);
    }
}
