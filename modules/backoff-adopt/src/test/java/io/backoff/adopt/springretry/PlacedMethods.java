package io.backoff.adopt.springretry;

import io.backoff.adopt.springretry.PlacedMethods.Inheriting;
import io.backoff.adopt.springretry.PlacedMethods.InheritingFromClass;
import io.backoff.adopt.springretry.PlacedMethods.Overriding;
import io.backoff.adopt.springretry.PlacedMethods.Recovering;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;

/** Beans with the annotation wherever spring-retry can find it. */
@Configuration(proxyBeanMethods = false)
@Import({Recovering.class, Inheriting.class, Overriding.class, InheritingFromClass.class})
class PlacedMethods {

    @Bean
    OnMethod onMethod() {
        return new OnMethod();
    }

    @Bean
    OnClass onClass() {
        return new OnClass();
    }

    @Bean
    Contract contract() {
        return new Implementation();
    }

    @Bean
    RetriedContract retriedContract() {
        return new RetriedImplementation();
    }

    @Bean
    Generic<String> bridged() {
        return new Bridged();
    }

    @Bean
    @Scope(BeanDefinition.SCOPE_PROTOTYPE)
    Prototype prototype() {
        return new Prototype();
    }

    @Bean
    @Scope(value = BeanDefinition.SCOPE_PROTOTYPE, proxyMode = ScopedProxyMode.TARGET_CLASS)
    Scoped scoped() {
        return new Scoped();
    }

    @Bean
    FactoryBean<Product> product() {
        return new ProductFactory();
    }

    @Bean
    First first() {
        return new First();
    }

    @Bean
    Second second(First first) {
        return new Second(first);
    }

    static class OnMethod {

        @Autowired
        @Lazy
        @Qualifier("onMethod")
        private OnMethod self;

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        Object packagePrivate(Script script) throws Exception {
            return script.run();
        }

        @Retryable
        protected Object protectedMethod(Script script) throws Exception {
            return script.run();
        }

        @TwoAttempts
        public Object metaAnnotated(Script script) throws Exception {
            return script.run();
        }

        public Object sibling(Script script) throws Exception {
            return script.run();
        }

        public Object callingItself(Script script) throws Exception {
            return call(script);
        }

        public Object callingItsProxy(Script script) throws Exception {
            return self.call(script);
        }
    }

    @Retryable(maxAttempts = 4)
    static class OnClass {

        public Object call(Script script) throws Exception {
            return script.run();
        }

        Object packagePrivate(Script script) throws Exception {
            return script.run();
        }

        @Retryable(maxAttempts = 2)
        public Object overriding(Script script) throws Exception {
            return script.run();
        }
    }

    @Retryable
    static class Recovering {

        @Recover
        public Object recover(Script script) throws Exception {
            return script.run();
        }
    }

    static class Inheriting extends OnMethod {

        public Object own(Script script) throws Exception {
            return script.run();
        }
    }

    static class Overriding extends OnMethod {

        @Override
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class InheritingFromClass extends OnClass {

        public Object own(Script script) throws Exception {
            return script.run();
        }
    }

    interface Contract {

        @Retryable
        Object onInterface(Script script) throws Exception;

        Object onClass(Script script) throws Exception;

        @Retryable(maxAttempts = 5)
        default Object byDefault(Script script) throws Exception {
            return script.run();
        }

        Object unretried(Script script) throws Exception;
    }

    static class Implementation implements Contract {

        @Override
        public Object onInterface(Script script) throws Exception {
            return script.run();
        }

        @Override
        @Retryable(maxAttempts = 2)
        public Object onClass(Script script) throws Exception {
            return script.run();
        }

        @Override
        public Object unretried(Script script) throws Exception {
            return script.run();
        }
    }

    @Retryable(maxAttempts = 4)
    interface RetriedContract {

        Object call(Script script) throws Exception;
    }

    static class RetriedImplementation implements RetriedContract {

        @Override
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    interface Generic<T> {

        Object call(T text, Script script) throws Exception;
    }

    static class Bridged implements Generic<String> {

        @Override
        @Retryable
        public Object call(String text, Script script) throws Exception {
            return script.run();
        }
    }

    static class Prototype {

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class Scoped {

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class Product {

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }
    }

    static class ProductFactory implements FactoryBean<Product> {

        @Override
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    /** Refers to {@link Second}, which refers to this: it is exposed before it is initialized. */
    static class First {

        @Autowired
        private Second second;

        @Retryable
        public Object call(Script script) throws Exception {
            return script.run();
        }

        public Object viaSecond(Script script) throws Exception {
            return second.first.call(script);
        }
    }

    record Second(First first) {}

    @Retryable(maxAttempts = 2)
    @Retention(RetentionPolicy.RUNTIME)
    @interface TwoAttempts {}
}
