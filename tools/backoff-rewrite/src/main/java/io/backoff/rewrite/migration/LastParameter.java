package io.backoff.rewrite.migration;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;

/** Moves the failure parameter of a recovery method from first to last, in its declaration and calls. */
final class LastParameter {

    private LastParameter() {}

    static J.MethodDeclaration moveFirst(J.MethodDeclaration method) {
        return method.withParameters(moveFirst(method.getParameters()))
                .withMethodType(moveFirst(method.getMethodType()));
    }

    static J.MethodInvocation moveFirst(J.MethodInvocation call) {
        JavaType.Method type = moveFirst(call.getMethodType());
        return call.withArguments(moveFirst(call.getArguments()))
                .withName(call.getName().withType(type))
                .withMethodType(type);
    }

    private static <T extends J> List<T> moveFirst(List<T> parameters) {
        if (parameters.size() < 2) {
            return parameters;
        }
        var moved = new ArrayList<>(parameters.subList(1, parameters.size()));
        Space first = parameters.get(0).getPrefix();
        Space other = parameters.get(1).getPrefix();
        moved.add(parameters.get(0).withPrefix(other));
        moved.set(0, moved.get(0).withPrefix(first));
        return moved;
    }

    private static JavaType.@Nullable Method moveFirst(JavaType.@Nullable Method type) {
        return type == null
                ? null
                : type.withParameterNames(rotated(type.getParameterNames()))
                        .withParameterTypes(rotated(type.getParameterTypes()));
    }

    private static <T> List<T> rotated(List<T> list) {
        return list.size() < 2 ? list : ListUtils.concat(list.subList(1, list.size()), list.get(0));
    }
}
