package io.backoff.rewrite.build;

import static org.openrewrite.gradle.Assertions.buildGradleKts;
import static org.openrewrite.groovy.Assertions.groovy;
import static org.openrewrite.toml.Assertions.toml;

import io.backoff.rewrite.java.SharedJavaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openrewrite.groovy.GroovyParser;
import org.openrewrite.java.internal.DefaultJavaTypeFactory;
import org.openrewrite.java.internal.JavaTypeCache;
import org.openrewrite.java.internal.JavaTypeFactory;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;

class GradleDependenciesTests implements RewriteTest {

    private static final String NEW = "io.backoff:backoff-starter:" + Starter.version();

    // Types of the JDK and of Groovy, which each parse would read again. Of a type, recipes use the name alone.
    private static final JavaTypeFactory TYPES = new DefaultJavaTypeFactory(new JavaTypeCache());

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(new MoveDependencies(
                        List.of("org.springframework.retry:spring-retry"),
                        List.of("org.springframework.retry"),
                        List.of(),
                        List.of("org.springframework.cloud:*")))
                .parser(SharedJavaParser.of("backoff-core", "spring-retry"))
                .parser(GroovyParser.builder().typeFactory(TYPES))
                .expectedCyclesThatMakeChanges(1);
    }

    @Test
    void replacesEachNotation() {
        rewriteRun(eachReplaced(
                (old, directory) -> buildGradle(list(old), list("implementation '" + NEW + "'"), directory),
                "implementation 'org.springframework.retry:spring-retry:2.0.13'",
                "implementation 'org.springframework.retry:spring-retry'",
                "implementation group: 'org.springframework.retry', name: 'spring-retry', version: '2.0.13'",
                "implementation 'org.springframework.retry:spring-retry:2.0.13', 'org.springframework.retry:spring-retry'",
                "runtimeOnly 'org.springframework.retry:spring-retry:2.0.13'"));
    }

    @Test
    void replacesNotationsWithParentheses() {
        rewriteRun(eachReplaced(
                (old, directory) -> buildGradle(list(old), list("implementation(\"" + NEW + "\")"), directory),
                "implementation(\"org.springframework.retry:spring-retry:$version\")",
                "implementation(\"org.springframework.retry:spring-retry:${version}\") { transitive = false }",
                "implementation(group: \"org.springframework.retry\", name: \"spring-retry\")"));
    }

    @Test
    void replacesEachNotationInKotlin() {
        rewriteRun(eachReplaced(
                (old, directory) -> buildGradleKts(
                        list(old),
                        list("implementation(\"" + NEW + "\")"),
                        spec -> spec.path(directory.resolve("build.gradle.kts"))),
                "implementation(\"org.springframework.retry:spring-retry:2.0.13\")",
                "implementation(\"org.springframework.retry:spring-retry:${version}\")",
                "implementation(\"org.springframework.retry:spring-retry\") { isTransitive = false }",
                "implementation(group = \"org.springframework.retry\", name = \"spring-retry\")",
                "implementation(\"org.springframework.retry\", \"spring-retry\", \"2.0.13\")"));
    }

    @Test
    void replacesTheEntryOfACatalog() {
        rewriteRun(
                catalog("""
                        [libraries]
                        spring-retry = { module = "org.springframework.retry:spring-retry", version = "2.0.13" }
                        """),
                buildGradleKts(list("implementation(libs.spring.retry)"), list("implementation(\"" + NEW + "\")")),
                Code.migrated("src/main/java"));
    }

    /** Spring Cloud retries with spring-retry if it is on the class path. */
    @Test
    void keepsTheOldLibraryForDependenciesThatUseIt() {
        String old = "implementation 'org.springframework.retry:spring-retry'";
        String both = "\n    implementation '" + NEW + "'";
        String config = "\n    implementation 'org.springframework.cloud:spring-cloud-starter-config'";
        rewriteRun(buildGradle(list(old + config), list(old + config + both)), Code.migrated("src/main/java"));
        String balancer = "\n    implementation libs.cloud.balancer";
        rewriteRun(
                catalog("""
                        [libraries]
                        cloud-balancer = { module = "org.springframework.cloud:spring-cloud-starter-loadbalancer" }
                        """),
                buildGradle(list(old + balancer), list(old + balancer + both)),
                Code.migrated("src/main/java"));
        String platform =
                "\n    implementation platform('org.springframework.cloud:spring-cloud-dependencies:2025.1.0')";
        rewriteRun(
                buildGradle(list(old + platform), list("implementation '" + NEW + "'" + platform)),
                Code.migrated("src/main/java"));
    }

    @Test
    void keepsTheOldLibraryForABundleThatUsesIt() {
        String old = "implementation 'org.springframework.retry:spring-retry'";
        String cloud = "\n    implementation libs.bundles.all.cloud";
        rewriteRun(
                catalog("""
                        [libraries]
                        cloud-config = { name = "spring-cloud-starter-config", group = "org.springframework.cloud" }
                        web = { module = "org.springframework:spring-web" }

                        [bundles]
                        web = [ "web" ]
                        all-cloud = [
                            "web",
                            "cloud.config",
                        ]
                        """),
                buildGradle(list(old + cloud), list(old + cloud + "\n    implementation '" + NEW + "'")),
                Code.migrated("src/main/java"));
    }

    @Test
    void keepsABundleOfTheOldLibrary() {
        String bundle = "implementation(libs.bundles.retries)";
        rewriteRun(
                catalog("""
                        [libraries]
                        spring-retry = { name = "spring-retry", group = "org.springframework.retry" }
                        web = { module = "org.springframework:spring-web" }

                        [bundles]
                        retries = ["spring-retry", "web"]
                        """),
                buildGradle(
                        list("implementation(libs.spring.retry)"),
                        list("implementation(\"" + NEW + "\")"),
                        Path.of("stock")),
                Code.migrated("stock/src/main/java"),
                buildGradle(list(bundle), list(bundle + "\n    implementation(\"" + NEW + "\")"), Path.of("orders")),
                Code.migrated("orders/src/main/java"));
    }

    @Test
    void keepsTheOldLibraryForConventionsThatUseIt() {
        String old = "implementation 'org.springframework.retry:spring-retry'";
        SourceSpecs build = buildGradle(list(old), list(old + "\n    implementation '" + NEW + "'"));
        String cloud = "org.springframework.cloud:spring-cloud-starter-config";
        rewriteRun(
                build,
                Code.migrated("src/main/java"),
                groovy(
                        list("implementation '" + cloud + "'"),
                        spec -> spec.path("buildSrc/src/main/groovy/acme.spring.gradle")));
        rewriteRun(
                build,
                Code.migrated("src/main/java"),
                buildGradleKts(
                        list("implementation(\"" + cloud + "\")"),
                        spec -> spec.path("buildSrc/src/main/kotlin/acme.spring.gradle.kts")));
        rewriteRun(
                catalog("""
                        [libraries]
                        cloud-config = { module = "%s" }
                        """.formatted(cloud)),
                build,
                Code.migrated("src/main/java"),
                groovy(list("implementation libs.cloud.config"), spec -> spec.path("gradle/spring.gradle")));
    }

    @Test
    void keepsComments() {
        rewriteRun(buildGradle("""
                        dependencies {
                            // Web.
                            implementation 'org.springframework:spring-web:7.0.8' // of Spring
                            // Retries.
                            implementation 'org.springframework.retry:spring-retry:2.0.13' // too
                            // The end.
                        }
                        """, """
                        dependencies {
                            // Web.
                            implementation 'org.springframework:spring-web:7.0.8' // of Spring
                            // Retries.
                            implementation '%s' // too
                            // The end.
                        }
                        """.formatted(NEW)), Code.migrated("src/main/java"));
    }

    @Test
    void addsItBeforeTheDependenciesOfTests() {
        rewriteRun(buildGradle("""
                        dependencies {
                            implementation 'org.springframework.retry:spring-retry:2.0.13' // still

                            // Tests.
                            testImplementation 'junit:junit:4.12'
                        }
                        """, """
                        dependencies {
                            implementation 'org.springframework.retry:spring-retry:2.0.13' // still
                            implementation '%s'

                            // Tests.
                            testImplementation 'junit:junit:4.12'
                        }
                        """.formatted(NEW)), Code.mixed("src/main/java"));
    }

    @Test
    void addsItAtTheEndInKotlin() {
        rewriteRun(buildGradleKts("""
                        dependencies {
                            implementation("org.springframework:spring-web:7.0.8")
                        }
                        """, """
                        dependencies {
                            implementation("org.springframework:spring-web:7.0.8")
                            implementation("%s")
                        }
                        """.formatted(NEW)), Code.migrated("src/main/java"));
    }

    @Test
    void addsItForTestsAlone() {
        rewriteRun(
                buildGradle(
                        "dependencies {\n    implementation 'a:b:1'\n}\n",
                        "dependencies {\n    implementation 'a:b:1'\n    testImplementation '" + NEW + "'\n}\n"),
                Code.migrated("src/integrationTest/java"));
    }

    @Test
    void addsItToAnEmptyList() {
        rewriteRun(
                buildGradle("dependencies {\n}\n", "dependencies {\n    implementation(\"" + NEW + "\")\n}\n"),
                Code.migrated("src/main/java"));
    }

    @Test
    void removesOneOfSeveral() {
        rewriteRun(
                buildGradle(
                        list("implementation 'org.springframework.retry:spring-retry:2.0.13', 'a:b:1'"),
                        list("implementation 'a:b:1'\n    implementation '" + NEW + "'")),
                Code.migrated("src/main/java"));
    }

    @Test
    void leavesATodoWhereThereIsNoList() {
        rewriteRun(
                buildGradle(
                        "apply plugin: 'shop.conventions'\n",
                        "// TODO backoff: add the dependency io.backoff:backoff-starter\napply plugin: 'shop.conventions'\n"),
                Code.migrated("src/main/java"));
    }

    @Test
    void leavesTheDependenciesOfTheBuildAlone() {
        String script = "buildscript {\n    dependencies {\n        classpath 'a:b:1'\n    }\n}\n";
        rewriteRun(
                buildGradle(
                        script + list("implementation 'c:d:1'"),
                        script + list("implementation 'c:d:1'\n    implementation '" + NEW + "'")),
                Code.migrated("src/main/java"));
    }

    @Test
    void treatsEachProjectAlone() {
        rewriteRun(
                buildGradle(list("implementation 'a:b:1'")),
                buildGradle(
                        list("api 'org.springframework.retry:spring-retry'"),
                        list("api '" + NEW + "'"),
                        Path.of("orders")),
                Code.migrated("orders/src/main/java"),
                buildGradle(list("implementation 'org.springframework.retry:spring-retry'"), Path.of("stock")),
                Code.old("stock/src/main/java"));
    }

    @Test
    void replacesItForAllSubprojects() {
        rewriteRun(
                buildGradle(
                        "subprojects {\n    dependencies {\n        implementation 'org.springframework.retry:spring-retry'\n        implementation 'a:b:1'\n    }\n}\n",
                        "subprojects {\n    dependencies {\n        implementation 'a:b:1'\n    }\n}\n"),
                buildGradle(
                        list("implementation 'c:d:1'"),
                        list("implementation 'c:d:1'\n    implementation '" + NEW + "'"),
                        Path.of("orders")),
                Code.migrated("orders/src/main/java"));
    }

    @Test
    void replacesItForEachProjectOfOneFile() {
        String projects = """
                dependencies {
                    implementation 'a:b:1'
                }
                project(':orders') {
                    dependencies {
                        implementation '%1$s'
                    }
                }
                project(':stock') {
                    dependencies {
                        implementation '%1$s'
                    }
                }
                """;
        rewriteRun(
                buildGradle(projects.formatted("org.springframework.retry:spring-retry"), projects.formatted(NEW)),
                Code.migrated("orders/src/main/java"),
                Code.migrated("stock/src/main/java"));
    }

    @Test
    void writesNoVersionThatTheProjectManages() {
        String managed = "dependencyManagement {\n    dependencies {\n        dependency '" + NEW + "'\n    }\n}\n";
        rewriteRun(
                buildGradle(
                        managed + list("implementation 'org.springframework.retry:spring-retry'"),
                        managed + list("implementation 'io.backoff:backoff-starter'")),
                Code.migrated("src/main/java"));
    }

    @Test
    void leavesAProjectAloneThatHasNotBeenMigrated() {
        rewriteRun(
                spec -> spec.expectedCyclesThatMakeChanges(0),
                buildGradle(list("implementation 'org.springframework.retry:spring-retry'")),
                Code.plain("src/main/java"));
    }

    @Test
    void leavesAMigratedProjectAlone() {
        rewriteRun(
                spec -> spec.expectedCyclesThatMakeChanges(0),
                buildGradle(list("implementation '" + NEW + "'")),
                Code.migrated("src/main/java"));
    }

    /** A project for each notation: to parse them at a time is faster. */
    private static SourceSpecs[] eachReplaced(BiFunction<String, Path, SourceSpecs> build, String... notations) {
        return IntStream.range(0, notations.length)
                .mapToObj(i -> Stream.of(
                        build.apply(notations[i], Path.of("p" + i)), Code.migrated("p" + i + "/src/main/java")))
                .flatMap(each -> each)
                .toArray(SourceSpecs[]::new);
    }

    private static SourceSpecs catalog(String content) {
        return toml(content, spec -> spec.path("gradle/libs.versions.toml"));
    }

    private static String list(String dependency) {
        return "dependencies {\n    " + dependency + "\n}\n";
    }

    /** Without the classes of Gradle, as in a build that its plugin does not run. */
    private static SourceSpecs buildGradle(String content) {
        return buildGradle(content, Path.of(""));
    }

    private static SourceSpecs buildGradle(String content, Path directory) {
        return groovy(content, spec -> spec.path(directory.resolve("build.gradle")));
    }

    private static SourceSpecs buildGradle(String before, String after) {
        return buildGradle(before, after, Path.of(""));
    }

    private static SourceSpecs buildGradle(String before, String after, Path directory) {
        return groovy(before, after, spec -> spec.path(directory.resolve("build.gradle")));
    }
}
