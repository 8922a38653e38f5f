package io.backoff.adopt;

import io.backoff.adopt.AdoptedBeans.AdoptedBean;
import io.backoff.method.AnnotatedBeans;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Finds the beans that libraries will retry once they exist: lazy ones, prototypes and scoped ones. Creates no bean. */
record UncreatedBeans(ConfigurableListableBeanFactory beans, List<RetryLibrary> libraries) {

    List<AdoptedBean> find() {
        List<RetryLibrary> used = libraries.stream().filter(this::isUsed).toList();
        return used.isEmpty()
                ? List.of()
                : Stream.of(beans.getBeanDefinitionNames())
                        .filter(name -> beans.getSingleton(name) == null)
                        .flatMap(name -> find(name, used))
                        .toList();
    }

    private boolean isUsed(RetryLibrary library) {
        return beans.getBeanNamesForType(library.activator(), true, false).length > 0;
    }

    private Stream<AdoptedBean> find(String name, List<RetryLibrary> used) {
        Class<?> type = AnnotatedBeans.advisedType(beans, name);
        return type == null
                ? Stream.empty()
                : used.stream().filter(each -> each.isCandidate(type)).map(each -> bean(name, each, type));
    }

    private static AdoptedBean bean(String name, RetryLibrary library, Class<?> type) {
        Class<?> user = ClassUtils.getUserClass(type);
        return new AdoptedBean(name, library, user, AdoptedBeans.callable(user), false);
    }
}
