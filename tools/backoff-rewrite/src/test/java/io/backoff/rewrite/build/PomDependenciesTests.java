package io.backoff.rewrite.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.openrewrite.maven.Assertions.pomXml;
import static org.openrewrite.xml.Assertions.xml;
import static org.openrewrite.yaml.Assertions.yaml;

import io.backoff.rewrite.java.SharedJavaParser;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.maven.MavenExecutionContextView;
import org.openrewrite.maven.tree.MavenRepository;
import org.openrewrite.test.RecipeSpec;
import org.openrewrite.test.RewriteTest;
import org.openrewrite.test.SourceSpecs;
import org.openrewrite.tree.ParseError;
import org.openrewrite.xml.XmlParser;

class PomDependenciesTests implements RewriteTest {

    private static final ExecutionContext CONTEXT = new InMemoryExecutionContext();

    private static final String OLD = """
                <dependency>
                  <groupId>org.springframework.retry</groupId>
                  <artifactId>spring-retry</artifactId>
                  <version>2.0.13</version>
                </dependency>
            """;
    private static final String NEW = """
                <dependency>
                  <groupId>io.backoff</groupId>
                  <artifactId>backoff-starter</artifactId>
                  <version>%s</version>
                </dependency>
            """.formatted(Starter.version());
    private static final String WEB = """
                <dependency>
                  <groupId>org.springframework</groupId>
                  <artifactId>spring-web</artifactId>
                </dependency>
            """;
    private static final String TEST = """
                <!-- for tests -->
                <dependency>
                  <groupId>org.junit.jupiter</groupId>
                  <artifactId>junit-jupiter</artifactId>
                  <scope>test</scope>
                </dependency>
            """;

    @Override
    public void defaults(RecipeSpec spec) {
        spec.recipe(recipe())
                .parser(SharedJavaParser.of("backoff-core", "spring-retry"))
                .expectedCyclesThatMakeChanges(1);
    }

    @Test
    void replacesTheOldLibrary() {
        rewriteRun(
                pom("", dependencies(WEB + OLD + TEST), dependencies(WEB + NEW + TEST)),
                Code.migrated("src/main/java"));
    }

    @Test
    void keepsTheFormat() {
        rewriteRun(pom("", """
                        <dependencies>
                            <!-- Retries. -->
                            <dependency><groupId>org.springframework.retry</groupId><artifactId>spring-retry</artifactId></dependency> <!-- of Spring -->

                            <dependency>
                                <groupId>a</groupId>
                            </dependency>
                          </dependencies>
                        """, """
                        <dependencies>
                            <!-- Retries. -->
                            <dependency><groupId>io.backoff</groupId><artifactId>backoff-starter</artifactId><version>%s</version></dependency> <!-- of Spring -->

                            <dependency>
                                <groupId>a</groupId>
                            </dependency>
                          </dependencies>
                        """.formatted(Starter.version())), Code.migrated("src/main/java"));
    }

    @Test
    void keepsCommentsInTheOldDependency() {
        rewriteRun(
                pom(
                        "",
                        dependencies(OLD.replace("    </dependency>", "      <!-- not managed -->\n    </dependency>")),
                        dependencies("    <!-- not managed -->\n" + NEW)),
                Code.migrated("src/main/java"));
    }

    @Test
    void keepsTheOldLibraryWhileItIsUsed() {
        rewriteRun(pom("", dependencies(OLD + TEST), dependencies(OLD + NEW + TEST)), Code.mixed("src/main/java"));
    }

    @Test
    void keepsTheOldLibraryWhileABeanDefinitionUsesIt() {
        rewriteRun(
                pom("", dependencies(OLD), dependencies(OLD + NEW)),
                Code.migrated("src/main/java"),
                xml(
                        "<beans><bean class=\"org.springframework.retry.support.RetryTemplate\"/></beans>",
                        spec -> spec.path("src/main/resources/beans.xml")));
    }

    @Test
    void keepsTheOldLibraryWhileAFileThatCannotBeParsedUsesIt() {
        List<SourceFile> files = List.of(
                parsed(XmlParser.builder(), "orders/pom.xml", project(dependencies(OLD))),
                parsed(backoff(), "orders/src/main/java/Orders.java", "@io.backoff.Backoff class Orders {}"),
                unparsed("orders/src/main/java/Prices.java", "import org.springframework.retry.RetryPolicy; class {"),
                parsed(XmlParser.builder(), "stock/pom.xml", project(dependencies(OLD))),
                parsed(backoff(), "stock/src/main/java/Stock.java", "@io.backoff.Backoff class Stock {}"),
                unparsed("stock/src/main/java/Shelf.java", "class {"));

        assertThat(recipe().run(new InMemoryLargeSourceSet(files), CONTEXT)
                        .getChangeset()
                        .getAllResults())
                .extracting(each -> each.getAfter().printAll())
                .containsExactlyInAnyOrder(project(dependencies(OLD + NEW)), project(dependencies(NEW)));
    }

    @Test
    void keepsTheOldLibraryWhilePropertiesNeedIt() {
        rewriteRun(
                pom("", dependencies(OLD), dependencies(OLD + NEW)),
                Code.migrated("src/main/java"),
                yaml(
                        "spring:\n  cloud:\n    config.fail-fast: true\n",
                        spec -> spec.path("src/main/resources/application.yml")));
    }

    @Test
    void leavesAProjectAloneThatHasNotBeenMigrated() {
        rewriteRun(
                spec -> spec.expectedCyclesThatMakeChanges(0), pom("", dependencies(OLD)), Code.plain("src/main/java"));
    }

    @Test
    void leavesAMigratedProjectAlone() {
        rewriteRun(
                spec -> spec.expectedCyclesThatMakeChanges(0),
                pom("", dependencies(NEW)),
                Code.migrated("src/main/java"));
    }

    @Test
    void addsTheStarterForTestsAlone() {
        rewriteRun(
                pom(
                        "",
                        dependencies(WEB),
                        dependencies(WEB + NEW.replace("</version>\n", "</version>\n      <scope>test</scope>\n"))),
                Code.migrated("src/test/java"));
    }

    @Test
    void addsTheFirstDependency() {
        rewriteRun(
                pom("", "<packaging>jar</packaging>\n", "<packaging>jar</packaging>\n" + dependencies(NEW)),
                Code.migrated("src/main/java"));
    }

    @Test
    void writesNoVersionThatTheProjectManages() {
        String managed = "<dependencyManagement>\n" + dependencies(NEW) + "</dependencyManagement>\n";
        rewriteRun(
                pom("", managed + dependencies(OLD), managed + dependencies(NEW.replaceAll(" *<version>.*\n", ""))),
                Code.migrated("src/main/java"));
    }

    @Test
    void writesNoVersionThatAParentManages() {
        String parent = "<parent>\n<groupId>shop</groupId>\n<artifactId>parent</artifactId>\n<version>1</version>\n"
                + "<relativePath>../parent/pom.xml</relativePath>\n</parent>\n";
        rewriteRun(
                pomXml(
                        model(
                                "parent",
                                "<groupId>shop</groupId>\n<version>1</version>\n<packaging>pom</packaging>\n"
                                        + "<dependencyManagement>\n" + dependencies(NEW) + "</dependencyManagement>\n"),
                        spec -> spec.path("parent/pom.xml")),
                pomXml(
                        model("orders", parent + dependencies("")),
                        model("orders", parent + dependencies(NEW.replaceAll(" *<version>.*\n", ""))),
                        spec -> spec.path("orders/pom.xml")),
                Code.migrated("orders/src/main/java"));
    }

    @Test
    void doesNotResolveWhatItAdds() {
        String coordinates = "<groupId>shop</groupId>\n<version>1</version>\n";
        rewriteRun(
                spec -> spec.executionContext(MavenExecutionContextView.view(new InMemoryExecutionContext())
                        .setRepositories(List.of())
                        .setLocalRepository(MavenRepository.builder()
                                .id("none")
                                .uri("file:///does/not/exist")
                                .build())),
                pomXml(model("shop", coordinates + dependencies("")), model("shop", coordinates + dependencies(NEW))),
                Code.migrated("src/main/java"));
    }

    @Test
    void staysOptional() {
        rewriteRun(pom("", dependencies(optional(OLD)), dependencies(optional(NEW))), Code.migrated("src/main/java"));
    }

    @Test
    void treatsEachModuleAlone() {
        rewriteRun(
                pom("", "<packaging>pom</packaging>\n"),
                pom("orders/", dependencies(OLD), dependencies(NEW)),
                Code.migrated("orders/src/main/java"),
                pom("stock/", dependencies(OLD)),
                Code.old("stock/src/main/java"),
                pom("shop/", dependencies(WEB)),
                Code.plain("shop/src/main/java"));
    }

    @Test
    void removesTheOldLibraryFromAParent() {
        rewriteRun(
                pom("", dependencies(OLD + WEB), dependencies(WEB)),
                pom("orders/", dependencies(WEB), dependencies(WEB + NEW)),
                Code.migrated("orders/src/main/java"),
                pom("shop/", dependencies(WEB)),
                Code.plain("shop/src/main/java"));
    }

    @Test
    void keepsTheOldLibraryInAParentOfAModuleThatUsesIt() {
        rewriteRun(
                pom("", dependencies(OLD)),
                pom("orders/", dependencies(WEB), dependencies(WEB + NEW)),
                Code.migrated("orders/src/main/java"),
                pom("stock/", dependencies(WEB)),
                Code.old("stock/src/main/java"));
    }

    @Test
    void keepsTheOldLibraryWhereAnotherModuleMayGetItFrom() {
        rewriteRun(
                pom("common/", dependencies(OLD), dependencies(OLD + NEW)),
                Code.migrated("common/src/main/java"),
                pom("stock/", dependencies(WEB)),
                Code.old("stock/src/main/java"));
    }

    @Test
    void removesTheOldLibraryFromProfiles() {
        String profile = "<profiles>\n  <profile>\n    <id>x</id>\n%s  </profile>\n</profiles>\n";
        rewriteRun(
                pom(
                        "",
                        dependencies(WEB) + profile.formatted(dependencies(OLD)),
                        dependencies(WEB + NEW) + profile.formatted("")),
                Code.migrated("src/main/java"));
    }

    /** Spring Cloud retries with spring-retry if it is on the class path. */
    @Test
    void keepsTheOldLibraryForDependenciesThatUseIt() {
        String cloud = """
                    <dependency>
                      <groupId>org.springframework.cloud</groupId>
                      <artifactId>spring-cloud-starter-config</artifactId>
                    </dependency>
                """;
        rewriteRun(pom("", dependencies(OLD + cloud), dependencies(OLD + cloud + NEW)), Code.migrated("src/main/java"));
        String managed = "  <dependencyManagement>\n" + dependencies(cloud) + "  </dependencyManagement>\n";
        rewriteRun(pom("", managed + dependencies(OLD), managed + dependencies(NEW)), Code.migrated("src/main/java"));
    }

    private static MoveDependencies recipe() {
        return new MoveDependencies(
                List.of("org.springframework.retry:spring-retry"),
                List.of("org.springframework.retry"),
                List.of("spring.cloud"),
                List.of("org.springframework.cloud:*"));
    }

    private static SharedJavaParser backoff() {
        return SharedJavaParser.of("backoff-core");
    }

    private static SourceFile parsed(Parser.Builder parser, String path, String text) {
        return parser.build()
                .parseInputs(List.of(Parser.Input.fromString(Path.of(path), text)), null, CONTEXT)
                .toList()
                .get(0);
    }

    private static SourceFile unparsed(String path, String text) {
        return ParseError.build(
                backoff().build(),
                Parser.Input.fromString(Path.of(path), text),
                null,
                CONTEXT,
                new IllegalArgumentException("unexpected token"));
    }

    private static String optional(String dependency) {
        return dependency.replace("</version>\n", "</version>\n      <optional>true</optional>\n");
    }

    private static String dependencies(String list) {
        return "  <dependencies>\n" + list + "  </dependencies>\n";
    }

    private static String model(String artifact, String content) {
        return "<project>\n<modelVersion>4.0.0</modelVersion>\n<artifactId>" + artifact + "</artifactId>\n" + content
                + "</project>";
    }

    private static SourceSpecs pom(String module, String content) {
        return xml(project(content), spec -> spec.path(module + "pom.xml"));
    }

    private static SourceSpecs pom(String module, String before, String after) {
        return xml(project(before), project(after), spec -> spec.path(module + "pom.xml"));
    }

    private static String project(String content) {
        return "<project>\n  <artifactId>shop</artifactId>\n" + content + "</project>";
    }
}
