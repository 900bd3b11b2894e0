import ArgumentParser
import ProviderTemplates

/// A duration: seconds (`6`, `2.5`), or a number with a unit (`90s`, `10m`, `2h`).
struct DurationArgument: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        guard let duration = DurationText.duration(of: argument) else { return nil }
        self.duration = duration
    }
}
