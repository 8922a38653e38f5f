package io.backoff.docs.migration.springretry.before;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.retry.annotation.EnableRetry;

@EnableRetry
@Configuration(proxyBeanMethods = false)
@Import(OrderService.class)
public class Shop {}
