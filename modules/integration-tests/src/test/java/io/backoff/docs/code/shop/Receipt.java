package io.backoff.docs.code.shop;

record Receipt(String paid) {}
