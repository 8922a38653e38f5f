package io.backoff.sample.shop;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.resilience.annotation.EnableResilientMethods;

/**
 * Enables the retries of Spring Framework, with class proxies: with interface proxies, annotations on methods of
 * classes would be ignored.
 */
@Configuration(proxyBeanMethods = false)
@Profile("adopt")
@EnableResilientMethods(proxyTargetClass = true)
class ResilientMethodsConfiguration {}
