package io.backoff.rewrite.build;

import static org.openrewrite.java.Assertions.java;

import org.openrewrite.test.SourceSpecs;

/** Sources that use this library, spring-retry, both or none. */
final class Code {

    private Code() {}

    static SourceSpecs migrated(String directory) {
        return source(directory, "import io.backoff.Backoff;", "@Backoff(\"orders\")");
    }

    static SourceSpecs old(String directory) {
        return source(directory, "import org.springframework.retry.annotation.Retryable;", "@Retryable");
    }

    static SourceSpecs mixed(String directory) {
        return source(
                directory,
                "import io.backoff.Backoff;\nimport org.springframework.retry.support.RetryTemplate;",
                "@Backoff(\"orders\") RetryTemplate template() { return null; }");
    }

    static SourceSpecs plain(String directory) {
        return source(directory, "", "");
    }

    private static SourceSpecs source(String directory, String imports, String member) {
        String name = "Orders" + Integer.toHexString(directory.hashCode());
        String body = member.isEmpty() || member.endsWith("}") ? member : member + "\n    void place() {}";
        return java(
                imports + "\n\nclass " + name + " {\n    " + body + "\n}\n",
                spec -> spec.path(directory + "/shop/" + name + ".java"));
    }
}
