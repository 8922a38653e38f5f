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
import com.tngtech.archunit.core.domain.AccessTarget.ConstructorCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.backoff.engine.time.SystemTimeSource;
import io.backoff.message.LogMessage;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.util.function.SingletonSupplier;

/**
 * What class files show of the rules in CONTRIBUTING.md.
 *
 * @param root the common root package
 */
record Rules(String root, PackageOrder order) {

    private static final String CONTINUATION = "io.backoff.aspectj.Continuation";

    private static final DescribedPredicate<JavaAccess<?>> PRIVATE_ACCESS = DescribedPredicate.describe(
            "open what others keep private",
            access -> Set.of("setAccessible", "trySetAccessible", "privateLookupIn", "defineHiddenClass", "defineClass")
                    .contains(access.getTarget().getName()));

    private static final DescribedPredicate<JavaAccess<?>> LOUD =
            DescribedPredicate.describe("log above DEBUG", access -> isLoud(access.getTarget()));

    static final Map<String, Function<Rules, ArchRule>> ALL = Map.ofEntries(
            entry("packages import only what is below them", Rules::layers),
            entry("packages are free of cycles", Rules::noCycles),
            entry("time and chance are injected", Rules::injectedTime),
            entry("private members stay private", Rules::noPrivateAccess),
            entry("messages are in the catalogue", Rules::catalogue),
            entry("auto-configurations have no public members", Rules::hiddenConfigurations),
            entry("packages are null-marked", Rules::nullMarked),
            entry("the API exposes no internals", Rules::closedApi),
            entry("beans are looked up without a lock", Rules::noLockedLookUp));

    private ArchRule layers() {
        return classes().should(new ArchCondition<>("import only what is below") {
            @Override
            public void check(JavaClass from, ConditionEvents events) {
                from.getDirectDependenciesFromSelf()
                        .forEach(dependency -> events.add(new SimpleConditionEvent(
                                from,
                                isAllowed(from, dependency.getTargetClass().getBaseComponentType()),
                                dependency.getDescription())));
            }
        });
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

    /** Everything above DEBUG is a constant, and no other logging API bypasses that. */
    private ArchRule catalogue() {
        return CompositeArchRule.of(noClasses()
                        .that()
                        .doNotBelongToAnyOf(LogMessage.class)
                        .and()
                        .resideOutsideOfPackage(root + ".logging")
                        .should(accessTargetWhere(LOUD))
                        .orShould(dependOnClassesThat(resideInAnyPackage(
                                "org.apache.commons.logging..",
                                "org.apache.logging..",
                                "org.slf4j..",
                                "ch.qos.logback..",
                                "java.util.logging.."))))
                .and(namedMessages());
    }

    /** Messages are constants of their own, where the test of the troubleshooting guide finds them. */
    private static ArchRule namedMessages() {
        return classes().that().doNotBelongToAnyOf(LogMessage.class).should(new ArchCondition<>("name each message") {
            @Override
            public void check(JavaClass each, ConditionEvents events) {
                long created = each.getCodeUnitCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().isEquivalentTo(LogMessage.class))
                        .filter(call -> call.getTarget() instanceof ConstructorCallTarget
                                || call.getTarget().getRawReturnType().isEquivalentTo(LogMessage.class))
                        .peek(call -> events.add(new SimpleConditionEvent(
                                each, call.getOrigin() instanceof JavaStaticInitializer, call.getDescription())))
                        .count();
                events.add(new SimpleConditionEvent(
                        each,
                        created == Library.messages(each).count(),
                        each.getName() + " creates messages that are no constants"));
            }
        });
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

    private boolean isAllowed(JavaClass importing, JavaClass imported) {
        String to = nameOf(imported);
        return to == null || order.allows(nameOf(importing), to);
    }

    /** The name of a class's package below the root; {@code null} for a class from elsewhere. */
    private String nameOf(JavaClass type) {
        if (!(type.getPackageName() + ".").startsWith(root + ".")) {
            return null;
        }
        return type.getPackageName().equals(root) ? "" : type.getPackageName().substring(root.length() + 1);
    }
}
