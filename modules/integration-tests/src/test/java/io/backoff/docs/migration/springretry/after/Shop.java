package io.backoff.docs.migration.springretry.after;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(OrderService.class)
public class Shop {}
