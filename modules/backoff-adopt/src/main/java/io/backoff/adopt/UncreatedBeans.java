package io.backoff.adopt;

import io.backoff.adopt.AdoptedBeans.AdoptedBean;
import io.backoff.method.AnnotatedBeans;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds beans that have not been created yet and whose methods a library will retry: lazy beans, prototypes, scoped
 * beans and products of factories. Creates no beans.
 */
record UncreatedBeans(ConfigurableListableBeanFactory beans, List<RetryLibrary> libraries) {

    List<AdoptedBean> find() {
        List<RetryLibrary> used = libraries.stream().filter(this::isUsed).toList();
        return used.isEmpty()
                ? List.of()
                : Stream.of(beans.getBeanDefinitionNames())
                        .filter(name -> AnnotatedBeans.singleton(beans, name) == null)
                        .flatMap(name -> find(name, used))
                        .toList();
    }

    /** Whether the application has enabled the library. */
    boolean isUsed(RetryLibrary library) {
        return beans.getBeanNamesForType(library.activator(), true, false).length > 0;
    }

    // For a proxied factory, the bean definition records the factory's class; the class of its product is needed here.
    private @Nullable Class<?> advisedType(String name) {
        Class<?> type = AnnotatedBeans.advisedType(beans, name);
        return type != null && beans.isFactoryBean(name) ? beans.getType(name, false) : type;
    }

    private Stream<AdoptedBean> find(String name, List<RetryLibrary> used) {
        Class<?> type = advisedType(name);
        return type == null
                ? Stream.empty()
                : used.stream()
                        .filter(library -> library.isCandidate(type))
                        .map(library -> AdoptedBean.expected(name, library, ClassUtils.getUserClass(type)));
    }
}
