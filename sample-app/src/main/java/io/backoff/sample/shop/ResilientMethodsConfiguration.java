package io.backoff.sample.shop;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** Enables the retries of Spring Framework. Its annotations count on class methods only if the class is proxied. */
@Configuration(proxyBeanMethods = false)
@Profile("adopt")
@EnableResilientMethods(proxyTargetClass = true)
class ResilientMethodsConfiguration {}
