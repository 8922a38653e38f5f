package io.backoff.rewrite.migration;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openrewrite.internal.ListUtils;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.JContainer;
import org.openrewrite.java.tree.JRightPadded;
import org.openrewrite.java.tree.JavaType;
import org.openrewrite.java.tree.Space;
import org.openrewrite.java.tree.Statement;

/** Moves the failure parameter of a recovery method from first to last, in its declaration and calls. */
final class LastParameter {

    private LastParameter() {}

    static J.MethodDeclaration moveFirst(J.MethodDeclaration method) {
        JContainer<Statement> parameters = method.getPadding().getParameters();
        return method.getPadding()
                .withParameters(moveFirst(parameters))
                .withMethodType(moveFirst(method.getMethodType()));
    }

    static J.MethodInvocation moveFirst(J.MethodInvocation call) {
        JavaType.Method type = moveFirst(call.getMethodType());
        JContainer<Expression> arguments = call.getPadding().getArguments();
        return call.getPadding()
                .withArguments(moveFirst(arguments))
                .withName(call.getName().withType(type))
                .withMethodType(type);
    }

    /** Moves the first element to the end. Line breaks and spaces stay in place; comments move with their element. */
    private static <T extends J> JContainer<T> moveFirst(JContainer<T> list) {
        List<JRightPadded<T>> places = list.getPadding().getElements();
        List<T> moved = rotated(list.getElements());
        return list.getPadding()
                .withElements(ListUtils.map(
                        places,
                        (i, place) ->
                                place.withElement(moved.get(i).withPrefix(prefix(place.getElement(), moved.get(i))))));
    }

    private static Space prefix(J place, J moved) {
        return moved.getComments().isEmpty() ? Space.format(place.getPrefix().getLastWhitespace()) : moved.getPrefix();
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
