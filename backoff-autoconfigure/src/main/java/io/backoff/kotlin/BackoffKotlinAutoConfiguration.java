package io.backoff.kotlin;

import io.backoff.result.ResultKind;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Retries suspend functions. Applies if Spring can call them as a {@code Mono}, for which it needs optional libraries.
 */
@AutoConfiguration(afterName = "io.backoff.reactor.BackoffReactorAutoConfiguration")
@ConditionalOnClass(name = {"kotlinx.coroutines.reactor.MonoKt", "kotlin.reflect.full.KCallables"})
@ConditionalOnBean(name = "backoffMonoKind")
public final class BackoffKotlinAutoConfiguration {

    @Bean
    SuspendKind backoffSuspendKind(@Qualifier("backoffMonoKind") ResultKind mono) {
        return new SuspendKind(mono);
    }
}
