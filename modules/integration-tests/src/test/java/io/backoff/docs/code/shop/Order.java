package io.backoff.docs.code.shop;

record Order(String item) {}
