package io.backoff.docs.migration.springframework.before;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.resilience.annotation.EnableResilientMethods;

@EnableResilientMethods
@Configuration(proxyBeanMethods = false)
@Import(OrderService.class)
public class Shop {}
