import Foundation
import KeyStore

/// Measures the times of key stores with many records.
///
/// Usage: `KeyStoreBenchmark RECORDS JSON-FILE STORE-URL...`, with `-` for no file. Each store is created,
/// and has to be empty. See Benchmarks/README.md.
@main
struct KeyStoreBenchmark {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 2, let records = Int(arguments[0]), records >= 1000 else {
            FileHandle.standardError.write(
                Data("usage: KeyStoreBenchmark RECORDS (1000 or more) JSON-FILE STORE-URL...\n".utf8)
            )
            exit(64)
        }
        var results: [Measurement] = []
        for url in arguments[2...] {
            let subject = try Subject(KeyStoreLocation(parsing: url), records: records)
            let measurements = try subject.measure()
            report(url.prefix { $0 != ":" }, records, measurements)
            results += measurements
        }
        guard arguments[1] != "-" else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(results).write(to: URL(filePath: arguments[1]))
    }

    private static func report(_ store: Substring, _ records: Int, _ measurements: [Measurement]) {
        print("\(store): \(records) records")
        print(row("job", "operations", "seconds", "per second", "median us", "p99 us", "peak MB"))
        for measurement in measurements {
            let seconds = String(format: "%.2f", measurement.seconds)
            let rate = String(format: "%.0f", Double(measurement.operations) / measurement.seconds)
            let median = measurement.medianMicroseconds.map { String(format: "%.1f", $0) } ?? ""
            let slow = measurement.p99Microseconds.map { String(format: "%.1f", $0) } ?? ""
            let peak = String(format: "%.1f", Double(measurement.peakBytes) / 1e6)
            print(row(measurement.job, "\(measurement.operations)", seconds, rate, median, slow, peak))
        }
    }

    private static func row(_ columns: String...) -> String {
        columns.enumerated().map { index, text in
            let padding = String(repeating: " ", count: max(0, (index == 0 ? 34 : 12) - text.count))
            return index == 0 ? text + padding : padding + text
        }
        .joined()
    }
}
