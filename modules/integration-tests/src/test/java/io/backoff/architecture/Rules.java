package io.backoff.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.conditions.ArchConditions.accessTargetWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.backoff.engine.time.SystemTimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.util.function.SingletonSupplier;

/**
 * The table of CONTRIBUTING.md, as rules.
 *
 * @param root the common root package
 */
record Rules(String root) {

    /** The packages from top to bottom; an unnamed package is a leaf, above all of them. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("idempotency.method"),
            List.of("idempotency.key"),
            List.of("idempotency.result"),
            List.of("idempotency.claim"),
            List.of("idempotency", "polling", "adopt", "server", "messaging"),
            List.of("meters", "json", "endpoint", "client"),
            List.of("autoconfigure"),
            List.of("dryrun"),
            List.of("config.change"),
            List.of("config.policy"),
            List.of("config.source"),
            List.of("config"),
            List.of("spring"),
            List.of("aop"),
            List.of("method"),
            List.of("http"),
            List.of("test"),
            List.of("engine.operations"),
            List.of("engine.execution"),
            List.of("engine.stats", "engine.time", "engine.safe"),
            List.of("engine"),
            List.of("policy"),
            List.of("budget", "classify"),
            List.of("text"),
            List.of("delay", "message", "logging"),
            List.of(""));

    /** Leaves that consist of several packages, from top to bottom. */
    private static final List<List<String>> SPLIT_LEAVES = List.of(
            List.of(
                    "redelivery.autoconfigure",
                    "redelivery.endpoint",
                    "redelivery.delivery",
                    "redelivery.method",
                    "redelivery.call",
                    "redelivery"),
            List.of("grpc.client", "grpc"),
            List.of("grpc.server", "grpc"));

    private static final Set<String> PLAIN = Set.of(
            "",
            "delay",
            "message",
            "text",
            "budget",
            "classify",
            "policy",
            "engine",
            "engine.stats",
            "engine.time",
            "engine.safe",
            "engine.execution",
            "engine.operations",
            "test",
            "http");

    private static final String CONTINUATION = "io.backoff.aspectj.Continuation";

    private static final DescribedPredicate<JavaAccess<?>> PRIVATE_ACCESS = DescribedPredicate.describe(
            "open what others keep private",
            access -> Set.of("setAccessible", "trySetAccessible", "privateLookupIn", "defineHiddenClass", "defineClass")
                    .contains(access.getTarget().getName()));

    private static final DescribedPredicate<JavaAccess<?>> LOUD =
            DescribedPredicate.describe("log above DEBUG", access -> isLoud(access.getTarget()));

    static final Map<String, Function<Rules, ArchRule>> ALL = Map.ofEntries(
            entry("packages import only what is below them", Rules::layers),
            entry("the core is plain Java", Rules::plainJava),
            entry("packages are free of cycles", Rules::noCycles),
            entry("time and chance are injected", Rules::injectedTime),
            entry("private members stay private", Rules::noPrivateAccess),
            entry("messages are in the catalogue", Rules::catalogue),
            entry("auto-configurations have no public members", Rules::hiddenConfigurations),
            entry("packages are null-marked", Rules::nullMarked),
            entry("the API exposes no internals", Rules::closedApi),
            entry("beans are looked up without a lock", Rules::noLockedLookUp));

    private ArchRule layers() {
        return classes().should(eachDependency("import only what is below", (from, to) -> {
            var importing = nameOf(from);
            var imported = nameOf(to);
            return imported == null
                    || importing.equals(imported)
                    || layer(importing) < layer(imported)
                    || isBelowInLeaf(importing, imported);
        }));
    }

    private ArchRule plainJava() {
        return classes().should(eachDependency("need nothing but Java", (from, to) -> {
            var annotates = nameOf(from).isEmpty() && to.getPackageName().equals("org.springframework.core.annotation");
            var known = Stream.of("java", "org.jspecify").anyMatch(each -> isWithin(to, each)) || isPlain(to);
            return !PLAIN.contains(nameOf(from)) || known || annotates || to.isPrimitive() || to.isArray();
        }));
    }

    private ArchRule noCycles() {
        // The pattern does not contain the root: it would exclude the root package itself.
        return slices().matching("(**)").should().beFreeOfCycles();
    }

    private ArchRule injectedTime() {
        return noClasses()
                .that()
                .doNotBelongToAnyOf(SystemTimeSource.class)
                .should(callMethod(System.class, "nanoTime"))
                .orShould(callMethod(System.class, "currentTimeMillis"))
                .orShould(callMethod(Instant.class, "now"))
                .orShould(callMethod(ThreadLocalRandom.class, "current"))
                .orShould(callMethod(Thread.class, "sleep", long.class));
    }

    /** Private members of other libraries are read in one place, which says why. */
    private ArchRule noPrivateAccess() {
        return noClasses()
                .that()
                .haveNameNotMatching(Pattern.quote(CONTINUATION) + ".*")
                .should(accessTargetWhere(PRIVATE_ACCESS))
                .orShould(dependOnClassesThat(
                        resideInAnyPackage("org.springframework.asm..", "org.springframework.cglib..")
                                .or(nameMatching(".*\\.Unsafe"))));
    }

    /** Everything above DEBUG is a {@code LogMessage}, and no other logging API bypasses that. */
    private ArchRule catalogue() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(root + ".message", root + ".logging")
                .should(accessTargetWhere(LOUD))
                .orShould(dependOnClassesThat(resideInAnyPackage(
                        "org.apache.commons.logging..",
                        "org.apache.logging..",
                        "org.slf4j..",
                        "ch.qos.logback..",
                        "java.util.logging..")));
    }

    /** A look-up may wait for the container's lock, whose owner may wait for this one: {@code LazyBean} takes none. */
    private ArchRule noLockedLookUp() {
        return noClasses().should().dependOnClassesThat().areAssignableTo(SingletonSupplier.class);
    }

    private ArchRule hiddenConfigurations() {
        return CompositeArchRule.of(classes()
                        .that()
                        .areAnnotatedWith(AutoConfiguration.class)
                        .should()
                        .haveModifier(PUBLIC)
                        .andShould()
                        .haveModifier(FINAL)
                        .allowEmptyShould(true))
                .and(methods()
                        .that()
                        .areDeclaredInClassesThat()
                        .areAnnotatedWith(AutoConfiguration.class)
                        .should()
                        .notBePublic()
                        .allowEmptyShould(true));
    }

    private ArchRule nullMarked() {
        return classes().should(new ArchCondition<>("be in a null-marked package") {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                var marked = each.getPackage()
                        .tryGetAnnotationOfType(NullMarked.class)
                        .isPresent();
                events.add(new SimpleConditionEvent(each, marked, each.getName() + " is not"));
            }
        });
    }

    private static boolean isLoud(AccessTarget target) {
        return switch (target.getOwner().getName()) {
            case "java.lang.System$Logger$Level" ->
                Set.of("INFO", "WARNING", "ERROR", "valueOf", "values").contains(target.getName());
            case "java.lang.System" -> Set.of("out", "err").contains(target.getName());
            default -> target.getName().equals("printStackTrace");
        };
    }

    private ArchRule closedApi() {
        return classes().should(new ArchCondition<>("show applications nothing internal") {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                new Api(root)
                        .leaks(each)
                        .forEach(leak -> events.add(SimpleConditionEvent.violated(each, each.getName() + " " + leak)));
            }
        });
    }

    /** The package of the table that a class belongs to; {@code null} for a class from elsewhere. */
    private String nameOf(JavaClass type) {
        if (!isWithin(type, root)) {
            return null;
        }
        var name = type.getPackageName().substring(root.length());
        return name.isEmpty() ? "" : name.substring(1);
    }

    private boolean isPlain(JavaClass type) {
        var name = nameOf(type);
        return name != null && PLAIN.contains(name);
    }

    private static boolean isWithin(JavaClass type, String root) {
        return (type.getPackageName() + ".").startsWith(root + ".");
    }

    private static boolean isBelowInLeaf(String importing, String imported) {
        return SPLIT_LEAVES.stream()
                .filter(leaf -> leaf.contains(importing) && leaf.contains(imported))
                .anyMatch(leaf -> leaf.indexOf(importing) < leaf.indexOf(imported));
    }

    private static int layer(String name) {
        for (int i = 0; i < LAYERS.size(); i++) {
            if (LAYERS.get(i).contains(name)) {
                return i;
            }
        }
        return -1;
    }

    private static ArchCondition<JavaClass> eachDependency(String description, Allowance allowance) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                from.getDirectDependenciesFromSelf()
                        .forEach(each -> events.add(new SimpleConditionEvent(
                                from,
                                allowance.allows(from, each.getTargetClass().getBaseComponentType()),
                                each.getDescription())));
            }
        };
    }

    private interface Allowance {

        boolean allows(JavaClass from, JavaClass to);
    }
}
