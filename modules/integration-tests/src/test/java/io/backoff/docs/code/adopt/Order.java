package io.backoff.docs.code.adopt;

record Order(String item) {}
