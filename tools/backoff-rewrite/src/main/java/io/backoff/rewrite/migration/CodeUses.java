package io.backoff.rewrite.migration;

import io.backoff.rewrite.library.RetryLibrary;
import java.util.List;
import java.util.Map;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.TypeUtils;

/** Finds code that uses a library without its annotations. */
final class CodeUses {

    private static final String BY_HAND = "code is migrated by hand: call the bean BackoffOperations with the name of a"
            + " policy, and turn listeners into BackoffListener beans";

    private CodeUses() {}

    /** Returns why the classes of a file are migrated by hand; nothing if they need not be. */
    static List<String> reasons(J.CompilationUnit file, RetryLibrary library) {
        return library.code().entrySet().stream()
                .filter(each -> uses(file, each.getKey()))
                .map(Map.Entry::getValue)
                .distinct()
                .sorted()
                .map(section -> BY_HAND + Guide.pointer(library.guide(), section))
                .toList();
    }

    private static boolean uses(J.CompilationUnit file, String type) {
        return file.getTypesInUse().getTypesInUse().stream().anyMatch(each -> TypeUtils.isOfClassType(each, type));
    }
}
