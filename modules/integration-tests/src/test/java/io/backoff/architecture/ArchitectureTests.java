package io.backoff.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTests {

    private static final String ROOT = "io.backoff";

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @ParameterizedTest
    @MethodSource("rules")
    void theLibraryKeeps(String rule) {
        Rules.ALL.get(rule).apply(new Rules(ROOT)).check(LIBRARY);
    }

    static Set<String> rules() {
        return Rules.ALL.keySet();
    }

    @Test
    void theLibraryIsLookedAtAsAWhole() {
        assertThat(LIBRARY.contain("io.backoff.Backoff")).isTrue();
        assertThat(LIBRARY.contain("io.backoff.policy.BackoffPolicy")).isTrue();
    }

    /** Each rule has a fixture that breaks it: a rule that cannot fail is none. */
    @ParameterizedTest(name = "{0} is not what {1} does")
    @MethodSource
    void eachRuleHasACodeThatBreaksIt(String rule, String fixture, String offender) {
        var root = ROOT + ".architecture." + fixture;
        var classes = new ClassFileImporter().importPackages(root);
        var result = Rules.ALL.get(rule).apply(new Rules(root)).evaluate(classes);
        assertThat(result.hasViolation()).isTrue();
        assertThat(result.getFailureReport().toString()).contains(offender);
    }

    static Stream<Arguments> eachRuleHasACodeThatBreaksIt() {
        return Stream.of(
                arguments("packages import only what is below them", "upward", "policy.ImportsUpward"),
                arguments("packages import only what is below them", "leaves", "metrics.ImportsLeaf"),
                arguments("packages import only what is below them", "leafimport", "aop.ImportsLeaf"),
                arguments("the core is plain Java", "notplain", "policy.NeedsSpring"),
                arguments("packages are free of cycles", "cyclic", "delay.Inner"),
                arguments("time and chance are injected", "clock", "Sleeper"),
                arguments("private members stay private", "privates", "OpensAField"),
                arguments("private members stay private", "privates", "LooksInside"),
                arguments("private members stay private", "privates", "DefinesAClass"),
                arguments("private members stay private", "privates", "WritesClasses"),
                arguments("messages are in the catalogue", "logs", "WarnsItself"),
                arguments("messages are in the catalogue", "logs", "WarnsBySpring"),
                arguments("messages are in the catalogue", "logs", "PrintsStacks"),
                arguments("auto-configurations have no public members", "publicmember", "ShowsItsBeans"),
                arguments("packages are null-marked", "clock", "Sleeper"),
                arguments("beans are looked up without a lock", "locks", "LocksWhileItLooks"),
                arguments("the API exposes no internals", "leaking", "LeaksItsResult result shows"),
                arguments("the API exposes no internals", "leaking", "LeaksItsParent is a"),
                arguments("the API exposes no internals", "leaking", "LeaksAMarkedType take shows"),
                arguments("packages import only what is below them", "upwardinleaf", "redelivery.call.ImportsUpward"));
    }
}
