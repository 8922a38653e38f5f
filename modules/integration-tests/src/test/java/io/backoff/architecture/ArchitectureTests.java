package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.backoff.testkit.Docs;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTests {

    private static final String ROOT = PackageOrder.ROOT;
    private static final PackageOrder ORDER = PackageOrder.ofTheTable();

    @ParameterizedTest
    @MethodSource("rules")
    void theLibraryKeeps(String rule) {
        Rules.ALL.get(rule).apply(new Rules(ROOT, ORDER)).check(Library.CLASSES);
    }

    static Set<String> rules() {
        return Rules.ALL.keySet();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void eachModuleIsPartOfTheLibrary(MavenModule module) {
        assertThat(module.classes()).isDirectory();
        assertThat(Library.CLASSES).anyMatch(type -> isFrom(module, type));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void sourcesImportOnlyWhatIsBelowThem(MavenModule module) throws IOException {
        assertThat(new SourceImports(module.sources(), ROOT, ORDER).forbidden()).isEmpty();
    }

    static List<MavenModule> modules() {
        return MavenModule.ofTheLibrary();
    }

    @Test
    void aConstantOfAnUpperPackageIsFoundInTheSources() throws IOException {
        var fixture = Docs.root().resolve("modules/integration-tests/src/test/java/io/backoff/architecture/constant");
        assertThat(new SourceImports(fixture, ROOT + ".architecture.constant", ORDER).forbidden())
                .containsExactly("UsesAConstant.java imports " + ROOT + ".architecture.constant.autoconfigure");
    }

    /** Each rule has a fixture that breaks it: a rule that cannot fail is none. */
    @ParameterizedTest(name = "{0} is not what {1} does")
    @MethodSource
    void eachRuleHasACodeThatBreaksIt(String rule, String fixture, String offender) {
        var root = ROOT + ".architecture." + fixture;
        var classes = new ClassFileImporter().importPackages(root);
        var result = Rules.ALL.get(rule).apply(new Rules(root, ORDER)).evaluate(classes);
        assertThat(result.hasViolation()).isTrue();
        assertThat(result.getFailureReport().toString()).contains(offender);
    }

    static Stream<Arguments> eachRuleHasACodeThatBreaksIt() {
        return Stream.of(
                arguments("packages import only what is below them", "upward", "policy.ImportsUpward"),
                arguments("packages import only what is below them", "leaves", "metrics.ImportsLeaf"),
                arguments("packages import only what is below them", "leafimport", "aop.ImportsLeaf"),
                arguments("packages are free of cycles", "cyclic", "delay.Inner"),
                arguments("time and chance are injected", "clock", "Sleeper"),
                arguments("private members stay private", "privates", "OpensAField"),
                arguments("private members stay private", "privates", "LooksInside"),
                arguments("private members stay private", "privates", "DefinesAClass"),
                arguments("private members stay private", "privates", "WritesClasses"),
                arguments("messages are in the catalogue", "logs", "WarnsItself"),
                arguments("messages are in the catalogue", "logs", "WarnsBySpring"),
                arguments("messages are in the catalogue", "logs", "PrintsStacks"),
                arguments("messages are in the catalogue", "logs", "CreatesMessagesAtRunTime"),
                arguments("messages are in the catalogue", "logs", "HidesItsMessages"),
                arguments("auto-configurations have no public members", "publicmember", "ShowsItsBeans"),
                arguments("packages are null-marked", "clock", "Sleeper"),
                arguments("beans are looked up without a lock", "locks", "LocksWhileItLooks"),
                arguments("the API exposes no internals", "leaking", "LeaksItsResult result shows"),
                arguments("the API exposes no internals", "leaking", "LeaksItsParent is a"),
                arguments("the API exposes no internals", "leaking", "LeaksAMarkedType take shows"),
                arguments("packages import only what is below them", "upwardinleaf", "redelivery.call.ImportsUpward"));
    }

    private static boolean isFrom(MavenModule module, JavaClass type) {
        return type.getSource()
                .orElseThrow()
                .getUri()
                .getPath()
                .startsWith(module.classes().toString());
    }
}
