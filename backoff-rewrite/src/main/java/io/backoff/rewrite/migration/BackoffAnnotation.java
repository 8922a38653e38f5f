package io.backoff.rewrite.migration;

import org.openrewrite.Cursor;
import org.openrewrite.java.JavaParser;
import org.openrewrite.java.JavaTemplate;
import org.openrewrite.java.tree.J;

/** Writes {@code @Backoff} in place of another annotation. */
final class BackoffAnnotation {

    static final String NAME = "io.backoff.Backoff";

    private static final String STUB = """
            package io.backoff;
            public @interface Backoff {
                String value() default "";
                String fallback() default "";
            }
            """;

    private final Plan.Replacement replacement;
    private final boolean imported;

    BackoffAnnotation(Plan.Replacement replacement, boolean imported) {
        this.replacement = replacement;
        this.imported = imported;
    }

    J.Annotation replace(J.Annotation annotation, Cursor cursor) {
        var template = JavaTemplate.builder(text())
                .imports(imported ? new String[] {NAME} : new String[0])
                .javaParser(JavaParser.fromJavaVersion().dependsOn(STUB))
                .build();
        return template.apply(cursor, annotation.getCoordinates().replace());
    }

    private String text() {
        String name = imported ? "Backoff" : NAME;
        return replacement.fallback() == null
                ? "@%s(\"%s\")".formatted(name, replacement.policy())
                : "@%s(value = \"%s\", fallback = \"%s\")"
                        .formatted(name, replacement.policy(), replacement.fallback());
    }
}
