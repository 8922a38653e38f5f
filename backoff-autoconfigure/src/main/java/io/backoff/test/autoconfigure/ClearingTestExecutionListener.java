package io.backoff.test.autoconfigure;

import io.backoff.test.FakeTime;
import io.backoff.test.RecordingListener;
import java.util.function.Consumer;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Clears {@link FakeTime} and {@link RecordingListener} beans before each test, so that tests with a shared context do
 * not see one another's delays and decisions. The time of {@code FakeTime} is not set back.
 */
final class ClearingTestExecutionListener extends AbstractTestExecutionListener {

    @Override
    public void beforeTestMethod(TestContext test) {
        if (test.hasApplicationContext()) {
            ApplicationContext context = test.getApplicationContext();
            forEach(context, FakeTime.class, FakeTime::clear);
            forEach(context, RecordingListener.class, RecordingListener::clear);
        }
    }

    private static <T> void forEach(ApplicationContext context, Class<T> type, Consumer<T> action) {
        BeanFactoryUtils.beansOfTypeIncludingAncestors(context, type, false, false)
                .values()
                .forEach(action);
    }
}
