import Foundation

/// Measures how fast playlists are read, edited and written, relative to a pass of `memchr` over their bytes.
///
/// Usage: `PlaylistBenchmark [ROUNDS [JSON-FILE]]`. See Benchmarks/README.md.
@main
struct PlaylistBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let rounds = arguments.first.flatMap { Int($0) } ?? 15
        var results: [Measurement] = []
        for playlist in SamplePlaylist.all {
            let measurements = try Measurement.measure(playlist, rounds: max(1, rounds))
            report(playlist, measurements)
            results += measurements
        }
        if let file = arguments.dropFirst().first {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(results).write(to: URL(fileURLWithPath: file))
        }
    }

    private static func report(_ playlist: SamplePlaylist, _ measurements: [Measurement]) {
        let size = String(format: "%.2f", Double(playlist.bytes.count) / 1e6)
        print("\(playlist.name): \(size) MB, \(playlist.lineCount) lines")
        print(row("job", "median MB/s", "x memchr", "fastest", "heap B/line", "peak B/line"))
        for measurement in measurements {
            let speed = String(format: "%.0f", measurement.megabytesPerSecond)
            let ratio = String(format: "%.3f", measurement.ratioToMemchr)
            let fastest = String(format: "%.3f", measurement.ratioOfFastest)
            let heap = measurement.heapBytesPerLine.map { String(format: "%.1f", $0) } ?? ""
            let peak = measurement.peakBytesPerLine.map { String(format: "%.1f", $0) } ?? ""
            print(row(measurement.job, speed, ratio, fastest, heap, peak))
        }
    }

    private static func row(_ columns: String...) -> String {
        columns.enumerated().map { index, text in
            let padding = String(repeating: " ", count: max(0, (index == 0 ? 46 : 13) - text.count))
            return index == 0 ? text + padding : padding + text
        }.joined()
    }
}
