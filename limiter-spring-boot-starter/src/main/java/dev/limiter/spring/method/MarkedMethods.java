package dev.limiter.spring.method;

import dev.limiter.RateLimited;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodClassKey;

/** What is marked, and how. Searched and read once for each method of each class. Safe for use by many threads. */
final class MarkedMethods {

    private final MarkReader reader;

    private final ConcurrentMap<Class<?>, Map<Method, RateLimited>> classes = new ConcurrentHashMap<>();

    private final ConcurrentMap<MethodClassKey, Optional<RateLimited>> annotations = new ConcurrentHashMap<>();

    private final ConcurrentMap<MethodClassKey, MethodMark> marks = new ConcurrentHashMap<>();

    MarkedMethods(MarkReader reader) {
        this.reader = reader;
    }

    /** The marked methods of a bean's class, found but not read: nothing else of the application is needed for it. */
    Map<Method, RateLimited> of(Class<?> beanClass) {
        return this.classes.computeIfAbsent(beanClass, MarkSearch::all);
    }

    /**
     * The marked methods of a bean's class with their marks.
     *
     * @throws InvalidMarkException when one of them cannot be obeyed
     */
    Map<Method, MethodMark> read(Class<?> beanClass) {
        Map<Method, MethodMark> read = new LinkedHashMap<>();
        for (Method method : of(beanClass).keySet()) {
            MethodMark mark = find(method, beanClass);
            if (mark != null) {
                read.put(method, mark);
            }
        }
        return read;
    }

    boolean isMarked(Method method, Class<?> beanClass) {
        return annotation(method, beanClass).isPresent();
    }

    /**
     * The mark of a method.
     *
     * @return {@code null} where it has none
     * @throws InvalidMarkException when its annotation cannot be obeyed
     */
    @Nullable
    MethodMark find(Method method, Class<?> beanClass) {
        MethodClassKey id = new MethodClassKey(method, beanClass);
        MethodMark known = this.marks.get(id);
        if (known != null) {
            return known;
        }
        RateLimited annotation = annotation(method, beanClass).orElse(null);
        if (annotation == null) {
            return null;
        }
        MethodMark read = this.reader.read(annotation, method, beanClass);
        MethodMark before = this.marks.putIfAbsent(id, read);
        return (before != null) ? before : read;
    }

    private Optional<RateLimited> annotation(Method method, Class<?> beanClass) {
        return this.annotations.computeIfAbsent(
                new MethodClassKey(method, beanClass), id -> Optional.ofNullable(MarkSearch.find(method, beanClass)));
    }
}
