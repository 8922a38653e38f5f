package io.backoff.test.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.mockito.Mockito;
import org.springframework.util.ClassUtils;

/** Recognizes mocks, on which annotations have no effect. */
final class Mocks {

    private static final boolean PRESENT = ClassUtils.isPresent("org.mockito.Mockito", Mocks.class.getClassLoader());

    private Mocks() {}

    /** Whether the object is a mock; {@code false} for a spy, which calls the real methods. */
    static boolean isMock(@Nullable Object bean) {
        return bean != null && PRESENT && OfMockito.isMock(bean);
    }

    private static final class OfMockito {

        static boolean isMock(Object bean) {
            var details = Mockito.mockingDetails(bean);
            return details.isMock() && !details.isSpy();
        }
    }
}
