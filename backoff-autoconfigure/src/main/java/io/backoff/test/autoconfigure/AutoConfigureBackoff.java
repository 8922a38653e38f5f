package io.backoff.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Enables guarded methods in a test that starts only a part of the application: a slice such as {@code @JsonTest}, or a
 * plain {@code @SpringJUnitConfig}.
 *
 * <pre>{@code
 * @JsonTest
 * @AutoConfigureBackoff
 * class ReceiptTests {}
 * }</pre>
 *
 * <p>Methods with {@link io.backoff.Backoff} and {@link io.backoff.Idempotent} then work as in the application, under
 * the policies in the environment of the test. In tests with {@code @WebMvcTest}, {@code @WebFluxTest},
 * {@code @RestClientTest}, {@code @JdbcTest} or {@code @DataJpaTest}, methods with {@code @Backoff} are guarded even
 * without {@code @AutoConfigureBackoff}.
 *
 * <p>On a test class, this annotation needs Spring Boot's test support. Without Spring Boot, place it on a
 * configuration class.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
public @interface AutoConfigureBackoff {}
