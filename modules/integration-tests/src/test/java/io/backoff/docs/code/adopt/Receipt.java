package io.backoff.docs.code.adopt;

record Receipt(String paid) {}
