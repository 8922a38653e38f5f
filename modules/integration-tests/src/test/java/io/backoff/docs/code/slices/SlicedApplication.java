package io.backoff.docs.code.slices;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
class SlicedApplication {}
