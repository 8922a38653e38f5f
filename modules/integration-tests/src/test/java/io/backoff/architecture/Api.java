package io.backoff.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import io.backoff.Internal;
import java.util.Collection;
import java.util.stream.Stream;

/**
 * The types that applications may use: public, and neither marked as {@link Internal} nor in a package that is.
 *
 * @param root the package that everything lives under
 */
record Api(String root) {

    boolean contains(JavaClass type) {
        return isOurs(type)
                && isVisible(type)
                && !type.isAnnotatedWith(Internal.class)
                && !type.getPackage().isAnnotatedWith(Internal.class)
                && type.getEnclosingClass().map(this::contains).orElse(true);
    }

    /** The internal types that a type of the API shows. */
    Stream<String> leaks(JavaClass type) {
        if (!contains(type)) {
            return Stream.empty();
        }
        Stream<String> supertypes = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .flatMap(each -> internal(each).map(leak -> "is a " + leak));
        Stream<String> members = type.getMembers().stream()
                .filter(each -> isVisible(each) && !each.isAnnotatedWith(root + ".Internal"))
                .flatMap(each -> types(each).flatMap(this::internal).map(leak -> each.getName() + " shows " + leak));
        return Stream.concat(supertypes, members);
    }

    private static Stream<JavaType> types(JavaMember member) {
        if (member instanceof JavaCodeUnit code) {
            return Stream.of(
                            Stream.of(code.getReturnType()),
                            code.getParameterTypes().stream(),
                            code.getThrowsClause().getTypes().stream())
                    .flatMap(each -> each);
        }
        return member instanceof JavaField field ? Stream.of(field.getType()) : Stream.empty();
    }

    private Stream<String> internal(JavaType type) {
        return Stream.of(type.getAllInvolvedRawTypes())
                .flatMap(Collection::stream)
                .map(JavaClass::getBaseComponentType)
                .filter(each -> isOurs(each) && !contains(each))
                .map(JavaClass::getName);
    }

    private boolean isOurs(JavaClass type) {
        return (type.getPackageName() + ".").startsWith(root + ".");
    }

    private static boolean isVisible(HasModifiers element) {
        return element.getModifiers().contains(PUBLIC) || element.getModifiers().contains(PROTECTED);
    }
}
