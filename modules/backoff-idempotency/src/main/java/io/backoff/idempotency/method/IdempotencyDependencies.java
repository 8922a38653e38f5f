package io.backoff.idempotency.method;

import io.backoff.aop.BackoffInvoker;
import io.backoff.engine.CallerContext;
import io.backoff.engine.CallerTransactions;
import io.backoff.idempotency.claim.IdempotencyServices;
import io.backoff.idempotency.claim.OpenedStore;
import io.backoff.idempotency.key.CurrentPrincipal;
import io.backoff.idempotency.key.RequestKeyResolver;
import io.backoff.idempotency.result.JsonCodec;
import io.backoff.idempotency.result.ResultSerializer;
import io.backoff.method.Weaving;
import io.backoff.result.ResultKinds;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The beans that an {@code IdempotentMethod} needs. They are looked up when the {@code IdempotentMethod} is created.
 */
public final class IdempotencyDependencies {

    private final ConfigurableListableBeanFactory beans;
    private final String application;

    /**
     * Creates the dependencies from beans of the factory.
     *
     * @param application name of the application
     */
    public IdempotencyDependencies(ConfigurableListableBeanFactory beans, String application) {
        this.beans = beans;
        this.application = application;
    }

    ConfigurableListableBeanFactory beans() {
        return beans;
    }

    String application() {
        return application;
    }

    /** Returns the services of the store; {@code null} if there is no store. The first call opens the store. */
    @Nullable
    IdempotencyServices services() {
        return beans.getBean(OpenedStore.class).services();
    }

    BackoffInvoker backoff() {
        return beans.getBean(BackoffInvoker.class);
    }

    @Nullable
    JsonCodec codec() {
        return beans.getBeanProvider(JsonCodec.class).getIfAvailable();
    }

    CurrentPrincipal principal() {
        return beans.getBeanProvider(CurrentPrincipal.class).getIfAvailable(() -> CurrentPrincipal.NONE);
    }

    CallerTransactions transactions() {
        return beans.getBeanProvider(CallerTransactions.class).getIfAvailable(() -> CallerTransactions.NONE);
    }

    ResultKinds kinds() {
        return beans.getBean(ResultKinds.class);
    }

    List<ResultSerializer.Factory> serializers() {
        return all(ResultSerializer.Factory.class);
    }

    List<RequestKeyResolver> requests() {
        return all(RequestKeyResolver.class);
    }

    /** Whether retries are made by woven code instead of proxies. */
    boolean woven() {
        return beans.getBeanProvider(Weaving.class).getIfAvailable() != null;
    }

    /** Whether the caller's context is propagated to the threads of retries. */
    boolean carriesContext() {
        return beans.getBeanProvider(CallerContext.class).getIfAvailable() != null;
    }

    private <T> List<T> all(Class<T> type) {
        return beans.getBeanProvider(type).orderedStream().toList();
    }
}
