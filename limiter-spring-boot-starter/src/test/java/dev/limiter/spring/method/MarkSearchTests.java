package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.annotation.AliasFor;

class MarkSearchTests {

    @Test
    void p85_on_the_interface_method() {
        assertThat(contour(OfInterfaceMethod.class, "send")).isEqualTo("interface method");
        assertThat(contour(OfInterfaceMethod.class, "other")).isNull();
    }

    @Test
    void p85_on_the_interface_for_its_own_methods_alone() {
        assertThat(contour(OfInterfaceType.class, "send")).isEqualTo("interface type");
        assertThat(contour(OfInterfaceType.class, "other")).isNull();
    }

    @Test
    void p85_on_a_super_interface() {
        assertThat(contour(OfSuperInterface.class, "send")).isEqualTo("interface type");
    }

    @Test
    void p85_on_a_super_class_for_all_methods_of_what_extends_it() {
        assertThat(contour(OfSuperClass.class, "send")).isEqualTo("super class");
        assertThat(contour(OfSuperClass.class, "own")).isEqualTo("super class");
    }

    @Test
    void p85_behind_a_meta_annotation_with_its_attributes() {
        assertThat(contour(OfMeta.class, "send")).isEqualTo("meta");
        assertThat(find(OfMeta.class, "send").permit()).isEqualTo(PermitPer.METHOD);
        assertThat(find(OfMeta.class, "send").key()).isEqualTo("#p0");
    }

    @Test
    void p85_on_a_generic_interface_with_a_bridge_method() {
        assertThat(contour(OfGeneric.class, "send")).isEqualTo("generic");
        assertThat(contour(OfGenericByInheritance.class, "send")).isEqualTo("generic");
        Method bridge = Stream.of(OfGeneric.class.getDeclaredMethods())
                .filter(Method::isBridge)
                .findFirst()
                .orElseThrow();
        RateLimited found = MarkSearch.find(bridge, OfGeneric.class);
        assertThat(found).isNotNull();
    }

    @Test
    void p85_through_a_jdk_proxy() {
        Object proxy = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SubInterface.class}, (self, method, arguments) -> null);
        assertThat(MarkSearch.all(proxy.getClass()).values())
                .extracting(RateLimited::contour)
                .containsExactly("interface type");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                MethodBeforeType.class,
                MethodBeforeInterfaceMethod.class,
                TypeBeforeInterfaceMethod.class,
                NearerInterface.class,
                DirectBeforeMeta.class
            })
    void p85_the_most_specific_one_wins(Class<?> type) {
        assertThat(contour(type, "send")).isEqualTo("wins");
    }

    @Test
    void p85_two_equally_near_that_contradict_are_refused_by_name() {
        assertThatExceptionOfType(InvalidMarkException.class)
                .isThrownBy(() -> MarkSearch.all(Contradiction.class))
                .satisfies(ex -> assertThat(ex.place()).isEqualTo("MarkSearchTests.Contradiction.send"))
                .withMessageContaining("OnMethod.send (contour = \"interface method\"")
                .withMessageContaining("AlsoOnMethod.send (contour = \"something else\"");
        assertThatExceptionOfType(InvalidMarkException.class)
                .isThrownBy(() -> MarkSearch.all(ContradictingMetas.class))
                .withMessageContaining("contradicting");
    }

    @Test
    void two_that_say_the_same_do_not_contradict() {
        assertThat(contour(Agreement.class, "send")).isEqualTo("interface method");
    }

    @Test
    void p84_what_no_proxy_sees_is_refused() {
        assertThatExceptionOfType(InvalidMarkException.class)
                .isThrownBy(() -> MarkSearch.all(OnPrivate.class))
                .withMessageContaining("OnPrivate.send")
                .withMessageContaining("private");
        assertThatExceptionOfType(InvalidMarkException.class)
                .isThrownBy(() -> MarkSearch.all(OnStatic.class))
                .withMessageContaining("static");
    }

    @Test
    void methods_of_object_are_never_marked() {
        assertThat(MarkSearch.all(MethodBeforeType.class).keySet())
                .extracting(Method::getName)
                .containsExactly("send");
    }

    private static @Nullable String contour(Class<?> type, String method) {
        RateLimited found = MarkSearch.find(method(type, method), type);
        return (found != null) ? found.contour() : null;
    }

    private static RateLimited find(Class<?> type, String method) {
        RateLimited found = MarkSearch.find(method(type, method), type);
        assertThat(found).isNotNull();
        return found;
    }

    private static Method method(Class<?> type, String name) {
        return Stream.of(type.getMethods())
                .filter(method -> method.getName().equals(name) && !method.isBridge())
                .findFirst()
                .orElseThrow();
    }

    interface OnMethod {
        @RateLimited(contour = "interface method")
        void send(String record);
    }

    interface AlsoOnMethod {
        @RateLimited(contour = "something else")
        void send(String record);
    }

    interface AgreesOnMethod {
        @RateLimited(contour = "interface method")
        void send(String record);
    }

    @RateLimited(contour = "interface type")
    interface OnType {
        void send(String record);
    }

    interface SubInterface extends OnType {}

    interface Generic<T> {
        @RateLimited(contour = "generic")
        void send(T record);
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @RateLimited(contour = "meta", permit = PermitPer.METHOD)
    @interface Meta {
        @AliasFor(annotation = RateLimited.class, attribute = "key")
        String key() default "#p0";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @RateLimited(contour = "other meta")
    @interface OtherMeta {}

    static class OfInterfaceMethod implements OnMethod {
        @Override
        public void send(String record) {}

        public void other() {}
    }

    static class OfInterfaceType implements OnType {
        @Override
        public void send(String record) {}

        public void other() {}
    }

    static class OfSuperInterface implements SubInterface {
        @Override
        public void send(String record) {}
    }

    @RateLimited(contour = "super class")
    static class SuperClass {
        public void send(String record) {}
    }

    static class OfSuperClass extends SuperClass {
        @Override
        public void send(String record) {}

        public void own() {}
    }

    static class OfMeta {
        @Meta
        public void send(String record) {}
    }

    static class OfGeneric implements Generic<String> {
        @Override
        public void send(String record) {}
    }

    static class Sender<T> {
        public void send(T record) {}
    }

    static class OfGenericByInheritance extends Sender<String> implements Generic<String> {}

    @RateLimited(contour = "type")
    static class MethodBeforeType {
        @RateLimited(contour = "wins")
        public void send(String record) {}
    }

    static class MethodBeforeInterfaceMethod implements OnMethod {
        @Override
        @RateLimited(contour = "wins")
        public void send(String record) {}
    }

    @RateLimited(contour = "wins")
    static class TypeBeforeInterfaceMethod implements OnMethod {
        @Override
        public void send(String record) {}
    }

    @RateLimited(contour = "wins")
    interface Nearer extends OnMethod {
        @Override
        void send(String record);
    }

    static class NearerInterface implements Nearer {
        @Override
        public void send(String record) {}
    }

    static class DirectBeforeMeta {
        @Meta
        @RateLimited(contour = "wins")
        public void send(String record) {}
    }

    static class Contradiction implements OnMethod, AlsoOnMethod {
        @Override
        public void send(String record) {}
    }

    static class ContradictingMetas {
        @Meta
        @OtherMeta
        public void send(String record) {}
    }

    static class Agreement implements OnMethod, AgreesOnMethod {
        @Override
        public void send(String record) {}
    }

    static class OnPrivate {
        @RateLimited(contour = "any")
        @SuppressWarnings("UnusedMethod")
        private void send() {}
    }

    static class OnStatic {
        @RateLimited(contour = "any")
        public static void send(String record) {}
    }
}
