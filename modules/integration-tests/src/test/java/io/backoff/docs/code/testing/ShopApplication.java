package io.backoff.docs.code.testing;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.context.annotation.Import;

@SpringBootConfiguration(proxyBeanMethods = false)
@ImportAutoConfiguration({AopAutoConfiguration.class, io.backoff.autoconfigure.BackoffAutoConfiguration.class})
@Import(PaymentService.class)
class ShopApplication {}
