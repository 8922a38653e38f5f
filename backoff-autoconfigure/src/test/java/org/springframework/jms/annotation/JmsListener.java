package org.springframework.jms.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for the annotation of that name, whose library is not on the class path. */
@Retention(RetentionPolicy.RUNTIME)
public @interface JmsListener {}
