package io.backoff.docs.code.groups;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.service.registry.ImportHttpServices;

@SpringBootApplication
@ImportHttpServices(group = "payments", types = PaymentClient.class)
public class ShopApplication {}
