package dev.limiter.spring.method;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.util.ClassUtils;

/** Advises the marked methods of all beans, or of one. */
final class MarkAdvisor extends StaticMethodMatcherPointcutAdvisor {

    private final transient MarkedMethods marks;

    private final transient @Nullable Class<?> beanClass;

    /**
     * An advisor.
     *
     * @param beanClass the class of the one bean that it is for: a proxy without a target has no other way to say which
     *     interfaces its methods were called through
     */
    MarkAdvisor(MarkedMethods marks, CallRunner runner, @Nullable Class<?> beanClass) {
        super(advice(marks, runner, beanClass));
        this.marks = marks;
        this.beanClass = beanClass;
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return this.marks.isMarked(method, (this.beanClass != null) ? this.beanClass : targetClass);
    }

    private static Advice advice(MarkedMethods marks, CallRunner runner, @Nullable Class<?> beanClass) {
        return (MethodInterceptor) invocation -> {
            MethodMark mark = marks.find(invocation.getMethod(), classOf(invocation, beanClass));
            return (mark != null) ? runner.run(invocation, mark) : invocation.proceed();
        };
    }

    private static Class<?> classOf(MethodInvocation invocation, @Nullable Class<?> beanClass) {
        if (beanClass != null) {
            return beanClass;
        }
        Object target = invocation.getThis();
        return (target != null)
                ? ClassUtils.getUserClass(target)
                : invocation.getMethod().getDeclaringClass();
    }
}
