package io.backoff.idempotency.autoconfigure;

import io.backoff.idempotency.result.JacksonCodec;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Writes JSON with the application's mapper, or with Jackson's shared one. */
@AutoConfiguration
@ConditionalOnClass(JsonMapper.class)
public final class BackoffIdempotencyJsonAutoConfiguration {

    @Bean
    JacksonCodec backoffJsonCodec(ObjectProvider<JsonMapper> mapper) {
        return new JacksonCodec(mapper.getIfAvailable(JsonMapper::shared));
    }
}
