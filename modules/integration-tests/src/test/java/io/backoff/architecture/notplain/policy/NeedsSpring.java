package io.backoff.architecture.notplain.policy;

import org.springframework.core.Ordered;

interface NeedsSpring extends Ordered {}
