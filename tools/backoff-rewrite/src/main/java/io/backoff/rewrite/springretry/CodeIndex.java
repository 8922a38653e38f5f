package io.backoff.rewrite.springretry;

import io.backoff.rewrite.java.Subtypes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openrewrite.java.JavaIsoVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaSourceFile;
import org.openrewrite.java.tree.JavaType;

/** The subtypes in a project, and the methods named in its code. */
final class CodeIndex {

    private final Subtypes subtypes = new Subtypes();
    private final Set<String> called = new HashSet<>();
    private final Set<String> fixed = new HashSet<>();

    void scan(JavaSourceFile file) {
        subtypes.scan(file);
        new Scan(file instanceof J.CompilationUnit).visit(file, this);
    }

    /** Whether Java code calls the method. */
    boolean calls(J.ClassDeclaration owner, String method) {
        return owner.getType() != null && called.contains(key(owner.getType(), method));
    }

    /**
     * Whether code names the method in a place where the order of its arguments cannot be changed: in a method
     * reference, or in another language.
     */
    boolean fixes(J.ClassDeclaration owner, String method) {
        return owner.getType() != null && fixed.contains(key(owner.getType(), method));
    }

    /** The subtypes of a type in the project. */
    List<J.ClassDeclaration> subtypes(J.ClassDeclaration type) {
        return subtypes.of(type);
    }

    /** All classes of the project. */
    List<J.ClassDeclaration> types() {
        return subtypes.all();
    }

    private static String key(JavaType.FullyQualified owner, String method) {
        return owner.getFullyQualifiedName() + "#" + method;
    }

    private static void add(JavaType.@Nullable Method method, Set<String> methods) {
        if (method != null) {
            methods.add(key(method.getDeclaringType(), method.getName()));
        }
    }

    private static final class Scan extends JavaIsoVisitor<CodeIndex> {

        private final boolean java;

        Scan(boolean java) {
            this.java = java;
        }

        @Override
        public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, CodeIndex index) {
            add(call.getMethodType(), java ? index.called : index.fixed);
            return super.visitMethodInvocation(call, index);
        }

        @Override
        public J.MemberReference visitMemberReference(J.MemberReference reference, CodeIndex index) {
            add(reference.getMethodType(), index.fixed);
            return super.visitMemberReference(reference, index);
        }
    }
}
