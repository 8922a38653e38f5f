package io.backoff.adopt;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.MethodMatcher;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts an interceptor before or behind the advice of a library, for the methods that the library retries. */
final class AdoptedAdvisor extends DefaultPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    // Advisors of libraries cannot be serialized, and neither can a proxy that has one.
    private final transient @Nullable Advisor following;

    /**
     * Creates an advisor.
     *
     * @param following the advisor of the library that it is put before; {@code null} if it is put behind
     */
    AdoptedAdvisor(
            RetryLibrary library, MethodMatcher theirs, MethodInterceptor interceptor, @Nullable Advisor following) {
        super(new RetriedMethods(library, theirs), interceptor);
        this.following = following;
    }

    /** Whether it was put before the advisor. */
    boolean isBefore(Advisor advisor) {
        return following == advisor;
    }

    /**
     * The methods that a library retries.
     *
     * <p>The pointcut of a library may match more: only its advice looks at the method closely.
     */
    private static final class RetriedMethods extends StaticMethodMatcherPointcut {

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
