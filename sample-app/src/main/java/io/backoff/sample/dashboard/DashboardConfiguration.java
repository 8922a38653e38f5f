package io.backoff.sample.dashboard;

import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Enables scheduling, which drives the dashboard. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class DashboardConfiguration {}
