package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.backoff.docs.Generated;
import io.backoff.testkit.Docs;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** The modules are what CONTRIBUTING.md says about them, and the picture shows. */
class ModulesTests {

    private static final List<MavenModule> MODULES = MavenModule.all();

    @Test
    void areInThePicture() {
        Generated.assertContent(Docs.GUIDE.resolve("images/modules.svg"), new ModulesChart(arrows()).toString());
    }

    @Test
    void areAllInTheTable() {
        assertThat(PackageOrder.ofTheTable().modules().keySet())
                .containsExactlyInAnyOrderElementsOf(MODULES.stream()
                        .map(module -> module.folder().toString())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("library")
    void haveThePackagesOfTheTable(MavenModule module) throws IOException {
        assertThat(PackageOrder.ofTheTable().packagesOf(module)).containsExactlyInAnyOrderElementsOf(module.packages());
    }

    static List<MavenModule> library() {
        return MavenModule.ofTheLibrary();
    }

    @Test
    void shareNoPackage() throws IOException {
        List<String> packages = new ArrayList<>();
        for (MavenModule module : MODULES) {
            packages.addAll(module.packages());
        }
        assertThat(packages).contains("io.backoff", "io.backoff.redelivery").doesNotHaveDuplicates();
    }

    @Test
    void haveACoreInPlainJava() {
        assertThat(module("backoff-core").dependencies()).containsExactly("org.jspecify:jspecify");
    }

    @Test
    void areInTheBomIfTheyArePublished() {
        List<String> managed = MavenModule.texts(
                module("backoff-bom").folder(), "/project/dependencyManagement/dependencies/dependency/artifactId");
        assertThat(managed)
                .containsExactlyInAnyOrderElementsOf(MODULES.stream()
                        .filter(MavenModule::published)
                        .map(MavenModule::name)
                        .filter(name -> !name.equals("backoff-bom"))
                        .toList());
    }

    /** Applications compare the versions of all jars. */
    @Test
    void nameThemselvesInTheirJarsIfTheyArePublished() throws IOException {
        List<String> names = new ArrayList<>();
        for (URL each :
                Collections.list(getClass().getClassLoader().getResources("META-INF/backoff-module.properties"))) {
            Properties jar = PropertiesLoaderUtils.loadProperties(new UrlResource(each));
            names.add(jar.getProperty("artifact"));
            assertThat(jar.getProperty("version")).matches("\\d.*");
        }
        assertThat(names)
                .containsExactlyInAnyOrderElementsOf(MODULES.stream()
                        .filter(MavenModule::published)
                        .map(MavenModule::name)
                        .filter(name ->
                                !List.of("backoff-bom", "backoff-rewrite").contains(name))
                        .toList());
    }

    /** A dependency that another one brings has no arrow. */
    private static Map<String, List<String>> arrows() {
        Map<String, List<String>> arrows = new TreeMap<>();
        MODULES.stream()
                .filter(ModulesTests::isDrawn)
                .forEach(from -> arrows.put(
                        from.name(),
                        from.uses().stream()
                                .filter(to -> isDrawn(module(to)))
                                .filter(to -> from.uses().stream().noneMatch(other -> brings(other, to)))
                                .sorted()
                                .toList()));
        return arrows;
    }

    /** What an application may have on its class path, and what has it. */
    private static boolean isDrawn(MavenModule module) {
        return !module.uses().isEmpty() || module.name().equals("backoff-core");
    }

    private static boolean brings(String from, String to) {
        return module(from).uses().stream().anyMatch(each -> each.equals(to) || brings(each, to));
    }

    private static MavenModule module(String name) {
        return MODULES.stream()
                .filter(module -> module.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
