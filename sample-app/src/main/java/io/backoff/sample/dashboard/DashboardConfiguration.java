package io.backoff.sample.dashboard;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Lets the clock of the dashboard tick. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class DashboardConfiguration {}
