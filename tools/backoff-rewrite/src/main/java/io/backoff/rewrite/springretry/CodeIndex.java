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

/** The classes of a project that matter to their supertypes, and the methods that its code calls. */
final class CodeIndex {

    private final Subtypes subtypes = new Subtypes();
    private final Set<String> called = new HashSet<>();

    void scan(JavaSourceFile file) {
        subtypes.scan(file);
        new Scan().visit(file, this);
    }

    /** Whether code names the method in a call or a reference. */
    boolean calls(J.ClassDeclaration owner, String method) {
        return owner.getType() != null && called.contains(key(owner.getType(), method));
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

    private void call(JavaType.@Nullable Method method) {
        if (method != null) {
            called.add(key(method.getDeclaringType(), method.getName()));
        }
    }

    private static final class Scan extends JavaIsoVisitor<CodeIndex> {

        @Override
        public J.MethodInvocation visitMethodInvocation(J.MethodInvocation call, CodeIndex index) {
            index.call(call.getMethodType());
            return super.visitMethodInvocation(call, index);
        }

        @Override
        public J.MemberReference visitMemberReference(J.MemberReference reference, CodeIndex index) {
            index.call(reference.getMethodType());
            return super.visitMemberReference(reference, index);
        }
    }
}
