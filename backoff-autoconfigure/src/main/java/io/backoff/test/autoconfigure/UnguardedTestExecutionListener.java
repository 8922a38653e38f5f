package io.backoff.test.autoconfigure;

import io.backoff.logging.SpringLogger;
import io.backoff.method.AnnotatedBeans;
import java.lang.System.Logger;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Warns, once per context, about annotated beans that are not guarded because the test has only a part of the
 * application. Inspects contexts without changing them.
 */
final class UnguardedTestExecutionListener extends AbstractTestExecutionListener {

    private static final Logger logger = SpringLogger.of(UnguardedTestExecutionListener.class);

    /** The checked contexts. The set is static, because test classes share contexts, but not listeners. */
    private static final Set<ApplicationContext> CHECKED =
            Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

    @Override
    public void prepareTestInstance(TestContext test) {
        if (test.hasApplicationContext()
                && test.getApplicationContext() instanceof ConfigurableApplicationContext context
                && CHECKED.add(context)) {
            warn(context.getBeanFactory());
        }
    }

    private static void warn(ConfigurableListableBeanFactory beans) {
        SpringFactoriesLoader.loadFactories(AnnotationCheck.class, beans.getBeanClassLoader()).stream()
                .filter(check -> !beans.containsBean(check.carriedOutBy()))
                .forEach(check -> warn(check, uncovered(check, beans)));
    }

    private static void warn(AnnotationCheck check, List<String> uncovered) {
        if (!uncovered.isEmpty()) {
            check.warning(text(uncovered)).log(logger);
        }
    }

    private static List<String> uncovered(AnnotationCheck check, ConfigurableListableBeanFactory beans) {
        return Stream.of(beans.getBeanDefinitionNames())
                .filter(name -> isUncovered(check, beans, name))
                .toList();
    }

    private static boolean isUncovered(AnnotationCheck check, ConfigurableListableBeanFactory beans, String name) {
        Class<?> type = AnnotatedBeans.advisedType(beans, name);
        return type != null
                && !AopInfrastructureBean.class.isAssignableFrom(type)
                && check.covers(type)
                && !Mocks.isMock(AnnotatedBeans.singleton(beans, name));
    }

    private static String text(List<String> names) {
        String further = names.size() == 1 ? "" : " and " + (names.size() - 1) + " more";
        return "the bean '" + names.get(0) + "'" + further;
    }
}
