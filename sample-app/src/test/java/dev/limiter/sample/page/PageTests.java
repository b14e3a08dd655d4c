package dev.limiter.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.process.SharedRedis;
import dev.limiter.spring.actuate.LimiterEndpoint.ContourDescriptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page as somebody sees and uses it: in a real browser. */
@EnabledIf(
        value = "dev.limiter.sample.page.Browser#isHereOrRequired",
        disabledReason = "The page is not tested: install chromium and chromium-driver (or Chrome and chromedriver)")
@Timeout(120)
class PageTests {

    private static final int WORKERS = 3;

    /** How many bands of a chart go on now: they reach the right edge, but for a little. */
    private static final String BANDS = """
            const under = document.querySelector('#%s .u-under').getBoundingClientRect();
            return [...document.querySelectorAll('#%s .u-under .band')].map(band => band.getBoundingClientRect())
                    .filter(band => band.width > 1 && band.right > under.left + 0.95 * under.width).length""";

    @TempDir
    private static Path folder = Path.of("");

    private static SharedRedis redis;

    private static Page page;

    private static Browser browser;

    @BeforeAll
    static void open() {
        redis = SharedRedis.start();
        page = Page.start(0, WORKERS, redis);
        browser = Browser.open(page.address(), folder);
    }

    @AfterAll
    static void close() {
        browser.close();
        page.close();
        redis.close();
    }

    @BeforeEach
    void calm() {
        page.controls().off();
        page.controls().startRedis();
        page.controls().share();
        page.controls().resume();
        browser.awaitText("state", "datacite: nothing waits");
    }

    @AfterEach
    void no_errors() {
        browser.assertNothingLogged();
    }

    @Test
    void its_numbers_are_those_of_the_actuators() {
        browser.press("load-steady");
        browser.await("deposits", () -> browser.number("accepted") > 20);
        browser.press("do-pause");
        browser.awaitText("state", "datacite: paused for .*, all three workers wait");
        // Whoever has a permit sends; then all wait, and nothing moves but the time.
        browser.awaitText("waiting", Integer.toString(WORKERS * Load.STEADY_CALLS));
        assertSameAsActuators();

        browser.press("load-off");
        browser.press("do-resume");
        browser.awaitText("waiting", "0");
        browser.awaitText("pause", "none");
        // A bucket that is full again is forgotten: then its permits are not known.
        browser.awaitText("permits", "not known");
        assertSameAsActuators();
    }

    private static void assertSameAsActuators() {
        List<ContourDescriptor> said = page.controls().replicas().actuators().stream()
                .map(actuator -> Objects.requireNonNull(actuator.read().block(Duration.ofSeconds(5))))
                .toList();
        for (int worker = 0; worker < WORKERS; worker++) {
            ContourDescriptor contour = said.get(worker);
            List<String> row = browser.row(worker);
            assertThat(row.get(3)).isEqualTo(Objects.toString(contour.permitsLeft(), "?"));
            assertThat(row.get(4)).isEqualTo(String.valueOf(contour.waiting()));
            assertThat(row.get(6)).isEqualToIgnoringCase(contour.storeMode().name());
            if (contour.pause() == null) {
                assertThat(row.get(5)).isEqualTo("none");
            } else {
                long left = Duration.parse(contour.pause().left()).toSeconds();
                assertThat(Long.parseLong(row.get(5).replace(" s", ""))).isBetween(left, left + 3);
            }
        }
        assertThat(browser.number("waiting"))
                .isEqualTo(said.stream().mapToInt(ContourDescriptor::waiting).sum());
    }

    @Test
    void what_it_counts_is_what_the_api_has_logged() {
        browser.press("separate");
        browser.awaitText("state", ".*each worker counts for itself.*");
        browser.press("load-burst");
        browser.await("refusals", () -> browser.number("refused") > 0);
        browser.press("load-off");
        browser.await("the numbers of the API, once what is on its way has come", PageTests::isCountedAsLogged);
    }

    private static boolean isCountedAsLogged() {
        ArrivalLog log = page.api().arrivals();
        boolean counted = browser.number("accepted") == log.accepted().count()
                && browser.number("refused") == log.refused().count();
        for (int worker = 0; worker < WORKERS; worker++) {
            ArrivalLog own = log.of("worker-" + (worker + 1));
            List<String> numbers = browser.row(worker).subList(1, 3);
            counted &= numbers.equals(
                    List.of("" + own.accepted().count(), "" + own.refused().count()));
        }
        return counted;
    }

    @Test
    void a_pause_is_a_band_and_a_sentence_and_ends_by_hand() {
        browser.press("load-steady");
        browser.press("do-pause");
        browser.awaitText("state", "datacite: paused for \\d+ s, all three workers wait");
        browser.awaitText("pause", "\\d+ s");
        browser.await("a band in each lane", () -> bands("arrivals") == WORKERS);
        assertThat(bands("bucket")).isEqualTo(1);
        assertThat(browser.script("return document.getElementById('news').textContent"))
                .asString()
                .startsWith("datacite: paused for");
        browser.press("do-resume");
        browser.awaitText("pause", "none");
        browser.awaitText("state", "datacite: all three workers share one bucket.*");
        browser.await("the band to end", () -> bands("arrivals") == 0);
    }

    private static long bands(String chart) {
        return (long) browser.script(BANDS.formatted(chart, chart));
    }

    @Test
    void a_redis_that_is_killed_is_said_and_so_is_its_return() {
        browser.press("load-steady");
        browser.press("redis");
        browser.awaitText("store", "away: reduced");
        browser.awaitText("state", "datacite: Redis is away, each worker goes on by itself at a reduced limit");
        browser.awaitText("redis", "Start Redis again");
        browser.press("redis");
        browser.awaitText("store", "normal");
        browser.awaitText("redis", "Kill Redis");
    }

    @Test
    void separate_buckets_earn_refusals_and_a_shared_one_earns_none() {
        int before = browser.number("refused");
        browser.press("load-steady");
        browser.press("separate");
        browser.await("refusals", () -> browser.number("refused") > before);
        browser.press("shared");
        browser.awaitText("state", "datacite: all three workers share one bucket.*");
        int refused = browser.number("refused");
        int accepted = browser.number("accepted");
        browser.await("deposits", () -> browser.number("accepted") > accepted + 40);
        assertThat(browser.number("refused")).isEqualTo(refused);
    }

    @Test
    void on_a_phone_nothing_scrolls_sideways() {
        browser.wideAs(360);
        browser.press("load-burst");
        browser.await(
                "the charts to fit",
                () -> browser.script(
                        "return document.documentElement.scrollWidth <= 360 && document.querySelector('#arrivals canvas').clientWidth < 360"));
        assertThat(browser.script("const table = document.querySelector('.table');"
                        + "return table.scrollWidth <= table.clientWidth"))
                .isEqualTo(true);
        browser.wideAs(1000);
    }

    @Test
    void it_is_dark_where_that_is_preferred() {
        String ground = "return getComputedStyle(document.body).backgroundColor";
        assertThat(browser.script(ground)).isEqualTo("rgb(255, 255, 255)");
        browser.preferDark(true);
        assertThat(browser.script(ground)).isEqualTo("rgb(18, 22, 27)");
        browser.preferDark(false);
    }

    @Test
    void the_keyboard_is_enough() {
        browser.reload();
        pressByKeyboard("load-steady");
        browser.await(
                "the load", () -> "true".equals(browser.element("load-steady").getDomAttribute("aria-pressed")));
        pressByKeyboard("do-pause");
        browser.awaitText("state", "datacite: paused for .*");
        pressByKeyboard("do-resume");
        browser.awaitText("pause", "none");
        pressByKeyboard("redis");
        browser.awaitText("redis", "Start Redis again");
        pressByKeyboard("redis");
        browser.awaitText("redis", "Kill Redis");
    }

    /** Tab by tab, as somebody who sees where the focus is. */
    private static void pressByKeyboard(String id) {
        for (int tabs = 0; !id.equals(browser.focus().getDomAttribute("id")); tabs++) {
            assertThat(tabs).as("tabs on the way to %s", id).isLessThan(20);
            browser.focus().sendKeys(Keys.TAB);
        }
        assertThat(browser.focus().getCssValue("outline-style")).isEqualTo("solid");
        browser.focus().sendKeys(Keys.ENTER);
    }

    @Test
    void nothing_comes_from_elsewhere() {
        browser.reload();
        assertThat(browser.strings("return performance.getEntriesByType('resource').map(entry => entry.name)"))
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(name -> assertThat(name).startsWith(page.address().toString()));
    }
}
