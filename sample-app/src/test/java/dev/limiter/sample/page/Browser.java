package dev.limiter.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium of this machine, with the page open. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Set to {@code true} where a machine without a browser is a mistake, and not a reason to skip. */
    private static final String REQUIRED = "LIMITER_BROWSER_REQUIRED";

    private static final List<String> CHROMIUM = List.of("chromium", "chromium-browser", "google-chrome");

    private static final List<String> DRIVER = List.of("chromedriver");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Whether the tests are to run: also where there is no browser, if one is required. */
    static boolean isHereOrRequired() {
        boolean here = find(CHROMIUM) != null && find(DRIVER) != null;
        return here || Boolean.parseBoolean(System.getenv(REQUIRED));
    }

    /** Names both programs, so that no other ones are looked for, or fetched. */
    static Browser open(URI address, Path emptyFolder) {
        Path chromium = Objects.requireNonNull(find(CHROMIUM), "There is no chromium");
        Path program = Objects.requireNonNull(find(DRIVER), "There is no chromedriver");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program.toFile())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options(chromium, emptyFolder)));
        browser.driver.get(address.toString());
        browser.wideAs(1000);
        browser.awaitNumbers();
        return browser;
    }

    private static @Nullable Path find(List<String> names) {
        List<String> folders = List.of(System.getenv("PATH").split(File.pathSeparator));
        return names.stream()
                .flatMap(name -> folders.stream().map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    private static ChromeOptions options(Path chromium, Path folder) {
        ChromeOptions options = new ChromeOptions().setBinary(chromium.toFile());
        options.addArguments(Stream.of(
                        "headless",
                        "no-sandbox",
                        "disable-gpu",
                        "disable-quic",
                        "no-first-run",
                        "disable-background-networking",
                        "disable-component-update",
                        "disable-sync",
                        "user-data-dir=" + folder)
                .map("--"::concat)
                .toList());
        LoggingPreferences log = new LoggingPreferences();
        log.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", log);
        return options;
    }

    /** Until the page shows something that it was sent. */
    void awaitNumbers() {
        await("numbers", () -> script("return document.documentElement.dataset.at !== undefined"));
    }

    void wideAs(int pixels) {
        this.driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 800, "deviceScaleFactor", 1, "mobile", pixels < 500));
    }

    void preferDark(boolean dark) {
        this.driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    void reload() {
        this.driver.navigate().refresh();
        awaitNumbers();
    }

    WebElement element(String id) {
        return this.driver.findElement(By.id(id));
    }

    String text(String id) {
        return element(id).getText();
    }

    int number(String id) {
        return Integer.parseInt(text(id));
    }

    /** What the table says of a worker, from 0. */
    List<String> row(int worker) {
        return strings("return [...document.querySelectorAll('#workers tr')[%d].cells].map(cell => cell.textContent)"
                .formatted(worker));
    }

    void press(String id) {
        element(id).click();
    }

    /** What has the focus. */
    WebElement focus() {
        return this.driver.switchTo().activeElement();
    }

    Object script(String script) {
        return Objects.requireNonNull(this.driver.executeScript(script), script);
    }

    List<String> strings(String script) {
        return ((List<?>) script(script)).stream().map(String::valueOf).toList();
    }

    void awaitText(String id, String regex) {
        await("%s to match: %s".formatted(id, regex), () -> text(id).matches(regex));
    }

    /** What is awaited comes with one of the next events, or not at all. */
    void await(String what, Supplier<Object> condition) {
        new WebDriverWait(this.driver, PATIENCE)
                .withMessage(() -> "%s; the page says: %s; its log: %s".formatted(what, text("state"), log()))
                .until(anything -> Boolean.TRUE.equals(condition.get()));
    }

    private List<String> log() {
        return this.driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(Object::toString)
                .toList();
    }

    void assertNothingLogged() {
        assertThat(log()).isEmpty();
    }

    @Override
    public void close() {
        this.driver.quit();
    }
}
