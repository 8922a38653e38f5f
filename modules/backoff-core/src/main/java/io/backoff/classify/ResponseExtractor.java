package io.backoff.classify;

import org.jspecify.annotations.Nullable;

/**
 * Finds the callee's response in the exceptions of one client library. Beans of this type apply to every policy and so
 * add support for further client libraries.
 *
 * <pre>{@code
 * @Bean
 * ResponseExtractor crmResponses() {
 *     return failure -> failure instanceof CrmException crm ? CalleeResponse.ofStatus(crm.httpStatus()) : null;
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ResponseExtractor {

    /**
     * Reads one exception, without its causes.
     *
     * @param failure an exception or one of its causes: each is read separately, the outermost first
     * @return the response; {@code null} if the exception carries none
     */
    @Nullable
    CalleeResponse read(Throwable failure);
}
