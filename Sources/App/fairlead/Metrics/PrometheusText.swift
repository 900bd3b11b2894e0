/// Metrics in the text format of Prometheus (exposition format 0.0.4).
struct PrometheusText {
    private let labels: [(name: String, value: String)]
    private(set) var text = ""

    /// Creates a text without metrics, all of which get these labels.
    init(labels: [(name: String, value: String)]) {
        self.labels = labels
    }

    /// Adds a gauge with its samples; nothing without samples.
    ///
    /// - Parameters:
    ///   - name: the name of the metric.
    ///   - help: its meaning, on one line.
    ///   - label: the name of the label that distinguishes the samples, if there are several.
    ///   - samples: the values, with the values of this label.
    mutating func add(_ name: String, _ help: String, by label: String, _ samples: [(String, Double)]) {
        add(name, help, samples.map { (labels + [(label, $0.0)], $0.1) })
    }

    /// Adds a gauge with one value; nothing if it is nil.
    mutating func add(_ name: String, _ help: String, _ value: Double?) {
        add(name, help, value.map { [(labels, $0)] } ?? [])
    }

    private mutating func add(
        _ name: String,
        _ help: String,
        _ samples: [(labels: [(name: String, value: String)], value: Double)]
    ) {
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += "\(name){\(labels.joined(separator: ","))} \(Self.number(sample.value))\n"
        }
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
