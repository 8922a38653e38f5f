package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.RetryLibrary;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/** Finds code that uses a library by other means than its annotations. */
final class CodeUses {

    private static final String BY_HAND = "code must be migrated by hand: call the bean BackoffOperations with the "
            + "name of a policy, and turn listeners into BackoffListener beans";

    private CodeUses() {}

    /** Whether a text in code names a property of the library. */
    static boolean isProperty(J.Literal literal, RetryLibrary library) {
        return literal.getValue() instanceof String text
                && library.properties().keySet().stream().anyMatch(text::contains);
    }

    /** Returns the reasons why the classes of a file must be migrated by hand; empty if there are none. */
    static List<String> reasons(J.CompilationUnit file, RetryLibrary library) {
        Stream<String> types = library.code().entrySet().stream()
                .filter(entry -> uses(file, entry.getKey()))
                .map(Map.Entry::getValue)
                .distinct()
                .sorted()
                .map(section -> BY_HAND + Guide.pointer(library.guide(), section));
        Stream<String> properties = library.properties().entrySet().stream()
                .filter(entry -> names(file, entry.getKey()))
                .map(entry -> "migrated methods do not read '%s': set the policy below 'backoff.policies' instead"
                                .formatted(entry.getKey())
                        + Guide.pointer(library.guide(), entry.getValue()));
        return Stream.concat(types, properties).toList();
    }

    private static boolean names(J.CompilationUnit file, String property) {
        var found = new AtomicBoolean();
        new JavaIsoVisitor<AtomicBoolean>() {
            @Override
            public J.Literal visitLiteral(J.Literal literal, AtomicBoolean any) {
                if (literal.getValue() instanceof String text && text.contains(property)) {
                    any.set(true);
                }
                return literal;
            }
        }.visit(file, found);
        return found.get();
    }

    private static boolean uses(J.CompilationUnit file, String type) {
        return file.getTypesInUse().getTypesInUse().stream().anyMatch(used -> TypeUtils.isOfClassType(used, type));
    }
}
