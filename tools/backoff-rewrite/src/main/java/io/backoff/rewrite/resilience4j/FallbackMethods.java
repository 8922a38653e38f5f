package io.backoff.rewrite.resilience4j;

import io.backoff.rewrite.java.CannotMigrateException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.tree.Flag;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/**
 * Checks that {@code @Backoff} finds the same fallbacks as Resilience4j. Resilience4j calls only methods that take the
 * arguments of the guarded method and a failure, or just a failure.
 */
final class FallbackMethods {

    /** Annotations whose advice applies to Resilience4j's fallback calls, which go through the proxy. */
    private static final Pattern ADVISING = Pattern.compile("io\\.github\\.resilience4j\\..*"
            + "|org\\.springframework\\.(transaction|cache|scheduling|security|validation|retry|resilience)\\..*"
            + "|jakarta\\.(transaction|annotation\\.security)\\..*"
            + "|io\\.micrometer\\..*");

    private final String name;
    private final J.ClassDeclaration type;
    private final JavaType.Method guarded;

    private FallbackMethods(String name, J.ClassDeclaration type, JavaType.Method guarded) {
        this.name = name;
        this.type = type;
        this.guarded = guarded;
    }

    /** @throws CannotMigrateException if {@code @Backoff} might handle a failure differently from Resilience4j */
    static void check(String name, J.ClassDeclaration type, J.MethodDeclaration method) {
        if (name.matches("[$#@].*")) {
            throw Unsupported.setting("'fallbackMethod' is an expression");
        }
        JavaType.Method guarded = method.getMethodType();
        if (guarded == null) {
            throw unknown(name);
        }
        new FallbackMethods(name, type, guarded).check();
    }

    private void check() {
        List<JavaType.Method> theirs = named().filter(this::isTheirs).toList();
        List<JavaType.Method> ours = named().filter(this::isOurs).toList();
        if (theirs.isEmpty()) {
            throw Unsupported.setting(
                    "Resilience4j ignores the fallback '%s': no method of that name fits".formatted(name));
        }
        if (theirs.stream().anyMatch(method -> !ours.contains(method))) {
            throw Unsupported.setting(
                    "the fallback '%s' needs the parameters of the method, and after them the failure".formatted(name));
        }
        boolean catchesAll =
                theirs.stream().anyMatch(method -> lastParameter(method).equals("java.lang.Throwable"));
        if (ours.stream().anyMatch(method -> !theirs.contains(method) && !(catchesAll && isWithoutFailure(method)))) {
            throw Unsupported.setting(
                    "'@Backoff' would also call methods named '%s' that Resilience4j ignores".formatted(name));
        }
        if (theirs.stream().anyMatch(this::isAdvised)) {
            throw Unsupported.setting(
                    "Resilience4j calls the fallback '%s' through the proxy, but '@Backoff' would call it without the proxy's advice"
                            .formatted(name));
        }
    }

    private java.util.stream.Stream<JavaType.Method> named() {
        var methods = new LinkedHashMap<String, JavaType.Method>();
        for (JavaType.FullyQualified declaring = type.getType();
                declaring != null;
                declaring = declaring.getSupertype()) {
            if (declaring instanceof JavaType.Unknown) {
                throw unknown(name);
            }
            for (JavaType.Method method : declaring.getMethods()) {
                if (method.getName().equals(name)) {
                    methods.putIfAbsent(erasedParameters(method).toString(), method);
                }
            }
        }
        return methods.values().stream();
    }

    private boolean isTheirs(JavaType.Method method) {
        List<String> parameters = erasedParameters(method);
        if (parameters.isEmpty() || !isFailure(method) || !returnsSame(method, false)) {
            return false;
        }
        return parameters.size() == 1
                || parameters.subList(0, parameters.size() - 1).equals(erasedParameters(guarded));
    }

    private boolean isOurs(JavaType.Method method) {
        int common = guarded.getParameterTypes().size();
        int extra = method.getParameterTypes().size() - common;
        boolean fits = extra == 0 || extra == 1 && isFailure(method);
        for (int i = 0; fits && i < common; i++) {
            fits = isAssignable(
                    method.getParameterTypes().get(i),
                    guarded.getParameterTypes().get(i));
        }
        boolean same = method.equals(guarded) || method.toString().equals(guarded.toString());
        return fits && !same && returnsSame(method, true);
    }

    private boolean isWithoutFailure(JavaType.Method method) {
        return method.getParameterTypes().size() == guarded.getParameterTypes().size();
    }

    private static boolean isFailure(JavaType.Method method) {
        List<JavaType> parameters = method.getParameterTypes();
        return !parameters.isEmpty()
                && TypeUtils.isAssignableTo("java.lang.Throwable", parameters.get(parameters.size() - 1));
    }

    private boolean returnsSame(JavaType.Method method, boolean boxed) {
        JavaType wanted = guarded.getReturnType();
        JavaType returned = method.getReturnType();
        if (wanted instanceof JavaType.Primitive && !boxed) {
            return wanted == returned;
        }
        return wanted == JavaType.Primitive.Void || isAssignable(wanted, returned);
    }

    private static boolean isAssignable(JavaType to, JavaType from) {
        return erased(to).equals(erased(from)) || TypeUtils.isAssignableTo(erased(to), from);
    }

    private boolean isAdvised(JavaType.Method method) {
        boolean direct = method.hasFlags(Flag.Private) || method.hasFlags(Flag.Static);
        return !direct
                && java.util.stream.Stream.concat(
                                method.getAnnotations().stream(),
                                type.getLeadingAnnotations().stream()
                                        .map(annotation -> TypeUtils.asFullyQualified(annotation.getType()))
                                        .filter(Objects::nonNull))
                        .anyMatch(annotation -> ADVISING.matcher(annotation.getFullyQualifiedName())
                                .matches());
    }

    private static String lastParameter(JavaType.Method method) {
        List<String> parameters = erasedParameters(method);
        return parameters.get(parameters.size() - 1);
    }

    private static List<String> erasedParameters(JavaType.Method method) {
        var erased = new ArrayList<String>();
        method.getParameterTypes().forEach(parameter -> erased.add(erased(parameter)));
        return erased;
    }

    private static String erased(@Nullable JavaType type) {
        if (type instanceof JavaType.GenericTypeVariable variable) {
            return variable.getBounds().isEmpty()
                    ? "java.lang.Object"
                    : erased(variable.getBounds().get(0));
        }
        if (type instanceof JavaType.Array array) {
            return erased(array.getElemType()) + "[]";
        }
        JavaType.FullyQualified known = TypeUtils.asFullyQualified(type);
        return known == null ? String.valueOf(type) : known.getFullyQualifiedName();
    }

    private static CannotMigrateException unknown(String name) {
        return Unsupported.setting("the types of '" + name + "' are not known here");
    }
}
