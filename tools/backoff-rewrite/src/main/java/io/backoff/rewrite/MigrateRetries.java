package io.backoff.rewrite;

import io.backoff.rewrite.config.ConfigReader;
import io.backoff.rewrite.config.ConfigWriter;
import io.backoff.rewrite.config.MovedComments;
import io.backoff.rewrite.config.PropertyRemoval;
import io.backoff.rewrite.library.RetryLibrary;
import io.backoff.rewrite.migration.ChangeCode;
import io.backoff.rewrite.migration.Outcome;
import io.backoff.rewrite.migration.Plan;
import io.backoff.rewrite.migration.Project;
import io.backoff.rewrite.migration.Summary;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.ScanningRecipe;
import org.openrewrite.SourceFile;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.tree.ParseError;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migrates the annotations of one library: changes the code, and adds policies to the configuration. */
abstract class MigrateRetries extends ScanningRecipe<Project> {

    private static final Logger LOGGER = LoggerFactory.getLogger("io.backoff.rewrite");

    private final transient MigratedMethods methods = new MigratedMethods(this);

    abstract RetryLibrary library();

    /** Dependencies are changed in the next cycle, which sees the migrated code. */
    @Override
    public boolean causesAnotherCycle() {
        return true;
    }

    @Override
    public Project getInitialValue(ExecutionContext context) {
        return new Project(library());
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getScanner(Project project) {
        return new TreeVisitor<>() {
            @Override
            public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
                if (tree instanceof JavaSourceFile code) {
                    project.scan(code, context);
                } else if (tree instanceof SourceFile file && ConfigReader.isConfiguration(file.getSourcePath())) {
                    project.addFile(file, context);
                } else if (tree instanceof ParseError file) {
                    project.addUnread(file.getSourcePath(), file.getText());
                }
                return tree;
            }
        };
    }

    @Override
    public Collection<? extends SourceFile> generate(Project project, ExecutionContext context) {
        if (context.getCycle() == 1) {
            report(project.plan().outcomes(), context);
        }
        return project.plan().created().entrySet().stream()
                .map(entry -> ConfigWriter.create(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Reports the outcomes of the first cycle, because the next cycle finds only annotations that were not migrated.
     */
    private void report(List<Outcome> outcomes, ExecutionContext context) {
        outcomes.forEach(outcome -> methods.insertRow(context, MigratedMethods.Row.of(outcome)));
        if (!outcomes.isEmpty()) {
            Summary summary = new Summary(outcomes);
            summary.migrated().forEach(LOGGER::info);
            summary.staying().forEach(LOGGER::warn);
        }
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor(Project project) {
        return new TreeVisitor<>() {
            @Override
            public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
                if (tree instanceof JavaSourceFile) {
                    return new ChangeCode(library(), project.plan()).visit(tree, context);
                }
                return tree instanceof SourceFile file && ConfigReader.isConfiguration(file.getSourcePath())
                        ? configured(file, project.plan(), context)
                        : tree;
            }
        };
    }

    private SourceFile configured(SourceFile file, Plan plan, ExecutionContext context) {
        var additions = new TreeMap<>(plan.additions().getOrDefault(file.getSourcePath(), Map.of()));
        var comments = PropertyRemoval.comments(file, plan.unused());
        var moved = new MovedComments(library()::field);
        additions.replaceAll((document, addition) -> moved.into(addition, comments.getOrDefault(document, List.of())));
        Set<Integer> commented = additions.entrySet().stream()
                .filter(entry -> MovedComments.fit(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        SourceFile extended = additions.isEmpty() ? file : ConfigWriter.add(file, additions, context);
        return PropertyRemoval.remove(extended, plan.unused(), commented);
    }
}
