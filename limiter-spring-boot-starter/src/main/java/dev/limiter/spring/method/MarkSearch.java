package dev.limiter.spring.method;

import dev.limiter.RateLimited;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the annotation that applies to a method: on the method that runs; else on the class of the bean; else, going up
 * from there level by level, on the methods that it overrides or implements, and on the types that these stand in. On
 * one element a direct annotation goes before one behind a meta-annotation. What is found on the first level that has
 * any is what counts; several there must say the same.
 */
final class MarkSearch {

    private MarkSearch() {}

    /** All marked methods of a bean's class. */
    static Map<Method, RateLimited> all(Class<?> beanClass) {
        Class<?> userClass = ClassUtils.getUserClass(beanClass);
        if (userClass.getName().startsWith("org.springframework.")
                || userClass.getName().startsWith("java.")) {
            return Map.of();
        }
        if (!anyMark(userClass)) {
            return Map.of();
        }
        refuseWhatNoProxySees(userClass);
        return MethodIntrospector.selectMethods(userClass, (Method method) -> find(method, userClass));
    }

    /** Most beans have none: they cost one look at each of their methods. */
    private static boolean anyMark(Class<?> userClass) {
        Set<Class<?>> seen = new LinkedHashSet<>(List.of(userClass));
        List<Class<?>> level = List.of(userClass);
        while (!level.isEmpty()) {
            level = above(level, seen);
        }
        return seen.stream()
                .anyMatch(type -> isMarked(type)
                        || Stream.of(ReflectionUtils.getDeclaredMethods(type)).anyMatch(MarkSearch::isMarked));
    }

    private static boolean isMarked(AnnotatedElement element) {
        return MergedAnnotations.from(element).isPresent(RateLimited.class);
    }

    /** The annotation that applies to one method of a bean's class. */
    static @Nullable RateLimited find(Method method, Class<?> beanClass) {
        Class<?> userClass = ClassUtils.getUserClass(beanClass);
        Method specific = BridgeMethodResolver.getMostSpecificMethod(method, userClass);
        if (specific.getDeclaringClass() == Object.class) {
            return null;
        }
        String place = place(method, userClass);
        RateLimited found = theOne(List.of(specific), place);
        if (found == null) {
            found = theOne(List.of(userClass), place);
        }
        Set<Class<?>> seen = new LinkedHashSet<>();
        List<Class<?>> level = above(List.of(userClass), seen);
        while (found == null && !level.isEmpty()) {
            found = theOne(overridden(specific, userClass, level), place);
            if (found == null) {
                found = theOne(covering(specific, userClass, level), place);
            }
            level = above(level, seen);
        }
        return found;
    }

    private static List<Class<?>> above(List<Class<?>> level, Set<Class<?>> seen) {
        Function<Class<?>, Stream<Class<?>>> parents = type -> {
            Stream<Class<?>> interfaces = Stream.of(type.getInterfaces());
            Class<?> parent = type.getSuperclass();
            return (parent != null && parent != Object.class)
                    ? Stream.concat(Stream.of(parent), interfaces)
                    : interfaces;
        };
        return level.stream().flatMap(parents).filter(seen::add).toList();
    }

    private static List<Method> overridden(Method specific, Class<?> userClass, List<Class<?>> level) {
        return level.stream()
                .flatMap(type -> Stream.of(type.getDeclaredMethods()))
                .filter(candidate -> Signature.same(candidate, specific, userClass))
                .toList();
    }

    /** A class covers all methods of what extends it; an interface covers its own. */
    private static List<Class<?>> covering(Method specific, Class<?> userClass, List<Class<?>> level) {
        return level.stream()
                .filter(MarkSearch::isMarked)
                .filter(type -> !type.isInterface()
                        || Stream.of(type.getMethods())
                                .anyMatch(candidate -> Signature.same(candidate, specific, userClass)))
                .toList();
    }

    private static @Nullable RateLimited theOne(List<? extends AnnotatedElement> level, String place) {
        Map<RateLimited, AnnotatedElement> found = new LinkedHashMap<>();
        for (AnnotatedElement element : level) {
            nearest(element).forEach(annotation -> found.putIfAbsent(annotation, element));
        }
        if (found.size() > 1) {
            throw contradiction(found, place);
        }
        return found.isEmpty() ? null : found.keySet().iterator().next();
    }

    private static List<RateLimited> nearest(AnnotatedElement element) {
        List<MergedAnnotation<RateLimited>> all =
                MergedAnnotations.from(element).stream(RateLimited.class).toList();
        int distance =
                all.stream().mapToInt(MergedAnnotation::getDistance).min().orElse(0);
        return all.stream()
                .filter(annotation -> annotation.getDistance() == distance)
                .map(MergedAnnotation::synthesize)
                .toList();
    }

    private static InvalidMarkException contradiction(Map<RateLimited, AnnotatedElement> found, String place) {
        List<String> said = new ArrayList<>();
        found.forEach((annotation, element) -> said.add("%s (contour = \"%s\", permit = %s)"
                .formatted(name(element), annotation.contour(), annotation.permit())));
        return new InvalidMarkException(
                place,
                "contradicting annotations, equally near: " + String.join(" and ", said),
                "Write @RateLimited on %s itself: the nearest one counts".formatted(place));
    }

    private static void refuseWhatNoProxySees(Class<?> userClass) {
        ReflectionUtils.doWithMethods(userClass, method -> {
            int modifiers = method.getModifiers();
            // Kotlin's compiler copies the annotations of an open suspending function to a static method of its own.
            if (!method.isSynthetic()
                    && (Modifier.isPrivate(modifiers) || Modifier.isStatic(modifiers))
                    && isMarked(method)) {
                throw new InvalidMarkException(
                        name(method),
                        "the method is %s, so that no call of it passes the bean's proxy"
                                .formatted(Modifier.isStatic(modifiers) ? "static" : "private"),
                        "Make it a public method of the bean, called from outside of its class");
            }
        });
    }

    /** A bean's method for people: {@code RecordClient.deposit}. */
    static String place(Method method, Class<?> beanClass) {
        Class<?> userClass = ClassUtils.getUserClass(beanClass);
        // The class of a JDK proxy has no name that anybody wrote.
        return Proxy.isProxyClass(userClass) ? name(method) : simpleName(userClass) + "." + method.getName();
    }

    private static String name(AnnotatedElement element) {
        if (element instanceof Method method) {
            return simpleName(method.getDeclaringClass()) + "." + method.getName();
        }
        return (element instanceof Class<?> type) ? simpleName(type) : element.toString();
    }

    private static String simpleName(Class<?> type) {
        return ClassUtils.getShortName(ClassUtils.getUserClass(type));
    }
}
