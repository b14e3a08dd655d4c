package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitPer;
import dev.limiter.PermitRequest;
import dev.limiter.spring.testing.TestPermit;
import org.junit.jupiter.api.Test;
import reactor.util.context.Context;

class CallMarkTests {

    private final CallMark outer = mark("datacite", "");

    private final CallMark inner = mark("zenodo", "");

    @Test
    void marks_bound_to_a_thread_nest() {
        assertThat(CallMark.onThread()).isNull();
        try (CallMark.Scope first = this.outer.bindToThread()) {
            try (CallMark.Scope second = this.inner.bindToThread()) {
                assertThat(CallMark.onThread()).isSameAs(this.inner);
            }
            assertThat(CallMark.onThread()).isSameAs(this.outer);
        }
        assertThat(CallMark.onThread()).isNull();
    }

    @Test
    void the_reactor_context_goes_before_the_thread() {
        Context context = this.inner.writeTo(Context.empty());
        try (CallMark.Scope scope = this.outer.bindToThread()) {
            assertThat(CallMark.current(context)).isSameAs(this.inner);
            assertThat(CallMark.current(Context.empty())).isSameAs(this.outer);
        }
        assertThat(CallMark.current(Context.empty())).isNull();
    }

    @Test
    void an_attempt_counts_for_the_outer_marks_of_its_contour_alone() {
        CallMark sameContour = mark("datacite", "other key").inside(this.outer);
        CallMark otherContour = mark("zenodo", "").inside(sameContour);
        otherContour.attemptSeen();
        assertThat(otherContour.anyAttemptSeen()).isTrue();
        assertThat(sameContour.anyAttemptSeen()).isFalse();
        sameContour.attemptSeen();
        assertThat(this.outer.anyAttemptSeen()).isTrue();
    }

    @Test
    void a_prepaid_permit_is_taken_once() {
        Permit permit = new TestPermit();
        CallMark mark =
                CallMark.perAttempt("datacite", "", PermitRequest.one(), "C.m").prepaid(permit);
        assertThat(mark.permit()).isEqualTo(PermitPer.METHOD);
        assertThat(mark.prepaidIsTaken()).isFalse();
        assertThat(mark.takePrepaid()).isSameAs(permit);
        assertThat(mark.takePrepaid()).isNull();
        assertThat(mark.prepaidIsTaken()).isTrue();
        assertThat(this.outer.takePrepaid()).isNull();
    }

    @Test
    void an_inner_mark_goes_on_the_outer_permit_of_the_same_bucket_and_cost() {
        Permit permit = new TestPermit();
        CallMark paid =
                CallMark.perAttempt("datacite", "", PermitRequest.one(), "C.m").prepaid(permit);
        assertThat(mark("zenodo", "").inside(paid).takePrepaid()).isNull();
        assertThat(mark("datacite", "key").inside(paid).takePrepaid()).isNull();
        assertThat(CallMark.perAttempt("datacite", "", PermitRequest.of(2), "C.m")
                        .inside(paid)
                        .takePrepaid())
                .isNull();
        assertThat(mark("datacite", "").inside(paid).takePrepaid()).isSameAs(permit);
        assertThat(paid.prepaidIsTaken()).isTrue();
    }

    private static CallMark mark(String contour, String key) {
        return CallMark.perAttempt(contour, key, PermitRequest.one(), "RecordClient.deposit");
    }
}
