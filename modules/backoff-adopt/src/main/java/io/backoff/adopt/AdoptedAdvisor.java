package io.backoff.adopt;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Adds an interceptor immediately outside or inside the advice of a library, for the methods that the library retries.
 */
final class AdoptedAdvisor extends DefaultPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private final transient Advisor enclosed;
    private final boolean before;

    /**
     * Creates the advisor immediately outside or inside of a library's advisor.
     *
     * @param enclosed the advisor of the library
     * @param methods the methods that the library retries
     * @param before whether this is the outer advisor, which comes before the enclosed one
     */
    AdoptedAdvisor(RetriedMethods methods, Advisor enclosed, boolean before, MethodInterceptor interceptor) {
        super(methods, interceptor);
        this.enclosed = enclosed;
        this.before = before;
    }

    /**
     * Whether the other advisor has the same position and encloses an equal advisor: proxies that were equal before
     * adoption must stay equal.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AdoptedAdvisor advisor && enclosed.equals(advisor.enclosed) && before == advisor.before;
    }

    @Override
    public int hashCode() {
        return enclosed.hashCode();
    }

    /** Whether the given advisor is the one that this advisor encloses. */
    boolean encloses(Advisor advisor) {
        return enclosed == advisor;
    }

    /**
     * The methods that a library retries.
     *
     * <p>A library's pointcut may match more methods than the library retries: only its advice inspects a method in
     * detail.
     */
    static final class RetriedMethods extends StaticMethodMatcherPointcut {

        private final RetryLibrary library;
        private final MethodMatcher theirs;

        RetriedMethods(RetryLibrary library, MethodMatcher theirs) {
            this.library = library;
            this.theirs = theirs;
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return theirs.matches(method, targetClass) && library.find(method, targetClass) != null;
        }
    }
}
