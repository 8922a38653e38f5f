package io.backoff.rewrite.equivalence;

/** A library that a recipe migrates from. */
enum Library {
    SPRING_RETRY("spring-retry.md", """
            import org.springframework.retry.annotation.*;
            """, """
            @EnableRetry
            """),
    SPRING_FRAMEWORK("spring-framework.md", """
            import org.springframework.resilience.annotation.*;
            """, """
            @EnableResilientMethods
            """),
    RESILIENCE4J("resilience4j.md", """
            import io.github.resilience4j.retry.annotation.Retry;
            """, "");

    private static final String CONFIGURATION = """
            package shop;

            import org.springframework.context.annotation.Configuration;
            %s

            %s@Configuration
            public class App {}
            """;

    private final String page;
    private final String imports;
    private final String enabling;

    Library(String page, String imports, String enabling) {
        this.page = page;
        this.imports = imports;
        this.enabling = enabling;
    }

    /** The page of the migration guide. */
    String page() {
        return page;
    }

    String imports() {
        return imports;
    }

    /** The class that enables the library, as {@code shop/App.java}. */
    String configuration() {
        return CONFIGURATION.formatted(imports, enabling);
    }
}
