package io.backoff.test.autoconfigure;

import io.backoff.logging.SpringLogger;
import java.lang.System.Logger;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Warns, once per context, of annotated beans that nothing guards, because the test has only a part of the application.
 * Looks at contexts, and adds nothing to them.
 */
final class UnguardedTestExecutionListener extends AbstractTestExecutionListener {

    private static final Logger logger = SpringLogger.of(UnguardedTestExecutionListener.class);

    /** Spring's tests share contexts, but each test class has its own listeners. */
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
        AnnotationCheck.ALL.stream()
                .map(each -> each.check(beans))
                .flatMap(Optional::stream)
                .forEach(line -> line.log(logger));
    }
}
