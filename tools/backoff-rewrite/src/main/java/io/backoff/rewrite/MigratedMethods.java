package io.backoff.rewrite;

import io.backoff.rewrite.migration.Outcome;
import java.util.Objects;
import org.openrewrite.Column;
import org.openrewrite.DataTable;
import org.openrewrite.Recipe;

/** The data table that lists each use of the old library, with its policy or the reason why the use remains. */
public final class MigratedMethods extends DataTable<MigratedMethods.Row> {

    MigratedMethods(Recipe recipe) {
        super(
                recipe,
                "Migrated methods",
                "The methods and classes that used the old library, with their policy or the reason why they remain.");
    }

    /**
     * One use of the old library.
     *
     * @param sourceFile the path of the file
     * @param className the full name of the class
     * @param method the method; empty for a class
     * @param policy the policy; empty if the use remains
     * @param reason why the use remains; empty if it was migrated
     */
    public record Row(
            @Column(displayName = "Source file", description = "The path of the file.")
            String sourceFile,

            @Column(displayName = "Class", description = "The full name of the class.")
            String className,

            @Column(displayName = "Method", description = "The method; empty for a class.")
            String method,

            @Column(displayName = "Policy", description = "The policy; empty if the use remains.")
            String policy,

            @Column(displayName = "Reason", description = "Why the use remains; empty if it was migrated.")
            String reason) {

        static Row of(Outcome outcome) {
            return new Row(
                    outcome.file(),
                    outcome.type(),
                    outcome.method(),
                    Objects.requireNonNullElse(outcome.policy(), ""),
                    Objects.requireNonNullElse(outcome.reason(), ""));
        }
    }
}
