package io.backoff.adopt.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.Retryable;

/** Spring Framework retries outside of caches. */
@ParameterizedClass(name = "{0}")
@ValueSource(strings = {"off", "observe", "govern"})
class FrameworkRetriesCachesTests extends FrameworkRetriesFixture {

    private final Shop shop = bean(Shop.class);

    FrameworkRetriesCachesTests(String mode) {
        super(mode, Caches.class, Shop.class);
    }

    @BeforeEach
    void clear() {
        bean(ConcurrentMapCacheManager.class).getCache("prices").clear();
    }

    @Test
    void aRecoveredResultIsCached() {
        var script = Script.failing(2, "cheap");
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
        assertThat(script.attempts()).isEqualTo(3);
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
        assertThat(script.attempts()).isEqualTo(3);
    }

    @Test
    void aFailureIsNotCached() {
        var script = Script.failing(3, "cheap");
        assertThat(catchThrowable(() -> shop.price("apple", script))).hasMessage("failure 3");
        assertThat(shop.price("apple", script)).isEqualTo("cheap");
        assertThat(script.attempts()).isEqualTo(4);
    }

    @Test
    void aFailedEvictionKeepsTheEntry() {
        shop.price("apple", Script.of("cheap"));
        assertThat(catchThrowable(() -> shop.change("apple", Script.failing(3, "changed"))))
                .hasMessage("failure 3");
        assertThat(shop.price("apple", Script.of("expensive"))).isEqualTo("cheap");
        assertThat(shop.change("apple", Script.failing(1, "changed"))).isEqualTo("changed");
        assertThat(shop.price("apple", Script.of("expensive"))).isEqualTo("expensive");
    }

    static class Shop {

        @Cacheable(cacheNames = "prices", key = "#product")
        @Retryable(maxRetries = 2, delay = 0)
        public Object price(String product, Script script) {
            return script.run();
        }

        @CacheEvict(cacheNames = "prices", key = "#product")
        @Retryable(maxRetries = 2, delay = 0)
        public Object change(String product, Script script) {
            return script.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    static class Caches {

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager("prices");
        }
    }
}
