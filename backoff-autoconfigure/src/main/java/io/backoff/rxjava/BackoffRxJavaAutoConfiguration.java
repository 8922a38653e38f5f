package io.backoff.rxjava;

import io.reactivex.rxjava3.core.Single;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Retries methods that return a {@code Single} of RxJava 3. */
@AutoConfiguration
@ConditionalOnClass(Single.class)
public final class BackoffRxJavaAutoConfiguration {

    @Bean
    SingleKind backoffSingleKind() {
        return new SingleKind();
    }
}
