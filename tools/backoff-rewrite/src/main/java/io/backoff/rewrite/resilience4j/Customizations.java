package io.backoff.rewrite.resilience4j;

import java.util.HashSet;
import java.util.Set;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.TypeUtils;

/** Finds code that changes retry instances: customizers, and beans that replace beans of Resilience4j. */
final class Customizations extends JavaIsoVisitor<Integer> {

    private static final String CUSTOMIZER = "io.github.resilience4j.common.retry.configuration.RetryConfigCustomizer";
    private static final String REGISTRY = "io.github.resilience4j.retry.RetryRegistry";

    private final Set<String> names = new HashSet<>();
    private boolean any;

    /** Whether an instance or configuration of this name is changed, or may be changed, by code. */
    boolean concern(String name) {
        return any || names.contains(name);
    }

    @Override
    public J.ClassDeclaration visitClassDeclaration(J.ClassDeclaration type, Integer unused) {
        any |= TypeUtils.isAssignableTo(CUSTOMIZER, type.getType());
        return super.visitClassDeclaration(type, unused);
    }

    @Override
    public J.NewClass visitNewClass(J.NewClass created, Integer unused) {
        any |= TypeUtils.isAssignableTo(CUSTOMIZER, created.getType());
        return super.visitNewClass(created, unused);
    }

    @Override
    public J.MethodDeclaration visitMethodDeclaration(J.MethodDeclaration method, Integer unused) {
        var returned = method.getReturnTypeExpression();
        any |= returned != null && TypeUtils.isOfClassType(returned.getType(), REGISTRY);
        return super.visitMethodDeclaration(method, unused);
    }

    @Override
    public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, Integer unused) {
        var method = call.getMethodType();
        any |= method != null && configures(method.getDeclaringType(), call);
        if (method != null
                && method.getName().equals("of")
                && TypeUtils.isOfClassType(method.getDeclaringType(), CUSTOMIZER)) {
            if (call.getArguments().get(0) instanceof J.Literal literal && literal.getValue() instanceof String name) {
                names.add(name);
            } else {
                any = true;
            }
        }
        return super.visitMethodInvocation(call, unused);
    }

    /** Whether a call adds instances or configurations to a registry. */
    private static boolean configures(JavaType.FullyQualified declaring, J.MethodInvocation call) {
        return TypeUtils.isOfClassType(declaring, REGISTRY)
                && (Set.of("addConfiguration", "replace").contains(call.getSimpleName())
                        || call.getSimpleName().equals("retry")
                                && call.getArguments().size() > 1);
    }
}
