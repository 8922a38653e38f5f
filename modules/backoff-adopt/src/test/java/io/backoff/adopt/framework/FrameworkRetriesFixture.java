package io.backoff.adopt.framework;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.springframework.context.ConfigurableApplicationContext;

/** The application that the tests of one class share in one mode. */
@Timeout(60)
abstract class FrameworkRetriesFixture {

    private static @Nullable ConfigurableApplicationContext shared;

    final String mode;
    final ConfigurableApplicationContext context;

    FrameworkRetriesFixture(String mode, Class<?>... beans) {
        if (shared == null) {
            shared = AdoptedContexts.start(mode, beans);
        }
        context = shared;
        this.mode = mode;
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    final <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    final <T> T bean(String name, Class<T> type) {
        return context.getBean(name, type);
    }
}
