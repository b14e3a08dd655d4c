package dev.limiter.spring.method;

import dev.limiter.LimiterListener;
import dev.limiter.LimiterRegistry;
import dev.limiter.RateLimited;
import dev.limiter.operation.Claims;
import dev.limiter.spring.call.ContourClassifiers;
import dev.limiter.spring.call.WaitWatch;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.target.EmptyTargetSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.function.SingletonSupplier;

/**
 * Makes {@link RateLimited} work on the beans of an application, and refuses at start-up what cannot be obeyed.
 *
 * <p>The advice is the innermost one: each attempt of a {@code @Retryable} method is a call of its own, what a cache
 * answers takes nothing, and a transaction is open while a method waits for its permit. Only a generated client, which
 * ends in an advice of its own, has that one behind it.
 */
public final class RateLimitedBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

    /** The bean that runs methods with {@code permit = METHOD} that return a {@code CompletionStage}. */
    public static final String EXECUTOR_BEAN = "applicationTaskExecutor";

    private final SingletonSupplier<Executor> executor = SingletonSupplier.of(this::findExecutor);

    private @Nullable MarkedMethods marks;

    private @Nullable CallRunner runner;

    private @Nullable SelfCallWarning selfCallWarning;

    public RateLimitedBeanPostProcessor() {
        setOrder(Ordered.LOWEST_PRECEDENCE - 2);
    }

    @Override
    public void setBeanFactory(BeanFactory beans) {
        super.setBeanFactory(beans);
        Supplier<LimiterRegistry> registry = () -> beans.getBean(LimiterRegistry.class);
        Supplier<List<LimiterListener>> listeners = () ->
                beans.getBeanProvider(LimiterListener.class).orderedStream().toList();
        SingletonSupplier<ContourClassifiers> classifiers = SingletonSupplier.of(() -> new ContourClassifiers(
                (ListableBeanFactory) beans, registry.get().contours()));
        CallOutcome outcome = new CallOutcome(classifiers::obtain, answers(beans)::obtain);
        SingletonSupplier<WaitWatch> watch = SingletonSupplier.of(
                () -> beans.getBeanProvider(WaitWatch.class).getIfAvailable(() -> WaitWatch.NONE));
        this.marks = new MarkedMethods(new MarkReader(
                (ConfigurableBeanFactory) beans,
                registry,
                () -> beans.getBeanProvider(Claims.class).getIfAvailable() != null));
        this.runner = new CallRunner(
                new MarkedCall(new UnseenAttempts(LimiterListener.all(listeners))),
                new PermittedCall(registry, outcome, this.executor::obtain, watch::obtain),
                new OperationCall(() -> beans.getBean(Claims.class), this.executor::obtain));
        this.selfCallWarning = new SelfCallWarning(registry);
        this.advisor = new MarkAdvisor(this.marks, this.runner, null);
    }

    private static SingletonSupplier<List<ThrownAnswer>> answers(BeanFactory beans) {
        return SingletonSupplier.of(() -> {
            List<ThrownAnswer> answers = new ArrayList<>();
            beans.getBeanProvider(ThrownAnswer.class).orderedStream().forEach(answers::add);
            answers.addAll(SpringAnswers.present());
            return answers;
        });
    }

    /** The application's own, else one thread for each running call: permits bound how many there are. */
    private Executor findExecutor() {
        if (this.beanFactory != null && this.beanFactory.containsBean(EXECUTOR_BEAN)) {
            return this.beanFactory.getBean(EXECUTOR_BEAN, Executor.class);
        }
        SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("limiter-call-");
        threads.setDaemon(true);
        return threads;
    }

    @Override
    protected boolean isEligible(Class<?> beanClass) {
        return !marks().of(beanClass).isEmpty();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> beanClass = AopUtils.getTargetClass(bean);
        if (bean instanceof AopInfrastructureBean || !isEligible(beanClass)) {
            return bean;
        }
        Map<Method, MethodMark> read = marks().read(beanClass);
        if (this.selfCallWarning != null) {
            this.selfCallWarning.warn(beanClass, read);
        }
        if (bean instanceof Advised advised && hasNoTarget(advised) && !advised.isFrozen()) {
            return advisedWithoutTarget(advised, beanClass);
        }
        Object proxy = super.postProcessAfterInitialization(bean, beanName);
        refuseFinalMethods(proxy, beanClass);
        return proxy;
    }

    private static boolean hasNoTarget(Advised advised) {
        return advised.getTargetSource() instanceof EmptyTargetSource && advised.getAdvisorCount() > 0;
    }

    /** Before the last advice: it is what answers in the target's place. */
    private Object advisedWithoutTarget(Advised advised, Class<?> beanClass) {
        advised.addAdvisor(advised.getAdvisorCount() - 1, new MarkAdvisor(marks(), runner(), beanClass));
        return advised;
    }

    private void refuseFinalMethods(Object proxy, Class<?> beanClass) {
        if (!AopUtils.isCglibProxy(proxy)) {
            return;
        }
        for (Method method : marks().of(beanClass).keySet()) {
            if (Modifier.isFinal(method.getModifiers())) {
                throw new InvalidMarkException(
                        MarkSearch.place(method, beanClass),
                        "the method is final, so that no call of it passes the bean's proxy",
                        "Take final away, or put the method on an interface and inject that");
            }
        }
    }

    private MarkedMethods marks() {
        return Objects.requireNonNull(this.marks, "setBeanFactory comes first");
    }

    private CallRunner runner() {
        return Objects.requireNonNull(this.runner, "setBeanFactory comes first");
    }
}
