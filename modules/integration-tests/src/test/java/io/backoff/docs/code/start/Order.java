package io.backoff.docs.code.start;

record Order(String item) {}
