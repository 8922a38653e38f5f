package io.backoff.config;

/** The way in which calls are intercepted. */
public enum AdviceMode {
    /** Spring proxies intercept calls from outside the bean. */
    PROXY,
    /** Woven code also intercepts self-invocations, private and static methods, and objects that are not beans. */
    ASPECTJ
}
