package io.backoff.config;

/** How calls are intercepted. */
public enum AdviceMode {
    /** By Spring's proxies: calls that come from outside of a bean. */
    PROXY,
    /** By woven code: self-invocations, private and static methods, objects that are no beans. */
    ASPECTJ
}
