package io.backoff.rewrite.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openrewrite.Cursor;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/** Edits a {@code dependencies} block: replaces the old library with the starter, in the same notation. */
final class GradleDependencies {

    private final Change change;
    private final Cursor cursor;

    GradleDependencies(Change change, Cursor cursor) {
        this.change = change;
        this.cursor = cursor;
    }

    J.Block edit(J.Block block) {
        List<Statement> before = block.getStatements();
        List<Statement> after = new ArrayList<>();
        boolean adds = change.adds();
        Space carried = Space.EMPTY;
        for (Statement statement : before) {
            Statement next = GradleComments.prepend(carried, statement);
            carried = Space.EMPTY;
            if (!change.removes() || !isOld(statement)) {
                after.add(next);
            } else if (hasOthers(call(statement).orElseThrow())) {
                after.add(withoutOld(next));
            } else if (adds) {
                after.add(starter(next, call(statement).orElseThrow(), block));
                adds = false;
            } else {
                carried = GradleComments.of(next);
            }
        }
        J.Block edited = block.withStatements(after).withEnd(GradleComments.prepend(carried, block.getEnd()));
        return adds ? new GradleInsertion(change, cursor).into(edited) : edited;
    }

    boolean isOld(Statement statement) {
        return call(statement).filter(this::isOld).isPresent();
    }

    private boolean isOld(J.MethodInvocation call) {
        GradleDeclaration declaration = GradleDeclaration.of(call, cursor);
        return declaration.is(change.library()::is) || declaration.isAccessor(change.oldAccessor());
    }

    /** Returns the declaration of the starter that replaces an old dependency. */
    private Statement starter(Statement place, J.MethodInvocation old, J.Block block) {
        boolean test = change.addition() == Addition.TEST;
        String name = old.getSimpleName();
        String configuration = test ? "testImplementation" : name.equals("api") ? name : "implementation";
        return GradleStarter.like(old, configuration, change, cursor).withPrefix(place.getPrefix());
    }

    /** Whether a declaration also lists dependencies other than those of the old library. */
    private boolean hasOthers(J.MethodInvocation call) {
        return GradleDeclaration.of(call, cursor).isList()
                && call.getArguments().stream().anyMatch(argument -> !isOldNotation(argument));
    }

    private boolean isOldNotation(Expression argument) {
        String text = argument.<Expression>withPrefix(Space.EMPTY).printTrimmed(cursor);
        return GradleDeclaration.isNotation(text, change.library()::is);
    }

    private Statement withoutOld(Statement statement) {
        J.MethodInvocation call = call(statement).orElseThrow();
        List<Expression> kept = new ArrayList<>();
        for (Expression argument : call.getArguments()) {
            if (!isOldNotation(argument)) {
                kept.add(
                        kept.isEmpty()
                                ? argument.withPrefix(call.getArguments().get(0).getPrefix())
                                : argument);
            }
        }
        return replaced(statement, call.withArguments(kept));
    }

    private static Statement replaced(Statement statement, J.MethodInvocation call) {
        return statement instanceof J.Return last ? last.withExpression(call) : call;
    }

    /** Returns the call in a statement. The parser turns the last statement of a closure into a return statement. */
    static Optional<J.MethodInvocation> call(Statement statement) {
        @Nullable J call = statement instanceof J.Return last ? last.getExpression() : statement;
        return call instanceof J.MethodInvocation invocation ? Optional.of(invocation) : Optional.empty();
    }
}
