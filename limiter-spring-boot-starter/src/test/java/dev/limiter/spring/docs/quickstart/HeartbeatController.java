package dev.limiter.spring.docs.quickstart;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class HeartbeatController {

    private final DataCiteClient dataCite;

    HeartbeatController(DataCiteClient dataCite) {
        this.dataCite = dataCite;
    }

    @GetMapping("/heartbeat")
    String heartbeat() {
        return "DataCite answered " + this.dataCite.heartbeat();
    }
}
