package io.backoff.docs.code.start;

record Receipt(String charge) {}
