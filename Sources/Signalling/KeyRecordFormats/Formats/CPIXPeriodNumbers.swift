import CPIXDocuments
import Failures
import FoundationEssentials
import KeyStore

/// The numbers of a document's key periods.
///
/// They are the values of `@index`, or else the order by `@start` or `@startOffset` (CPIX 2.3, 4.8), or else
/// the order in the document.
struct CPIXPeriodNumbers {
    /// The numbers by `@id`.
    let numbers: [String: Int]
    /// Indicates whether the document states when periods begin or end.
    let hasTimes: Bool

    /// Creates the numbers.
    ///
    /// - Throws: `.malformedDocument` if a time cannot be read, or if only some of the periods have one.
    init(_ periods: [CPIXPeriod], name: String) throws(RunFailure) {
        let starts = periods.map { Self.start(of: $0) }
        hasTimes = periods.contains { !$0.attributes.isEmpty }
        guard !periods.contains(where: { $0.index != nil }), starts.contains(where: { $0 != nil }) else {
            var numbers: [String: Int] = [:]
            for (position, period) in periods.enumerated() { numbers[period.id] = period.index ?? position }
            self.numbers = numbers
            return
        }
        var knownStarts: [(id: String, start: Double)] = []
        for (period, start) in zip(periods, starts) {
            guard let start, start.isFinite else {
                throw .malformedDocument(
                    location: name,
                    reason:
                        "ContentKeyPeriod \(period.id.debugDescription): the other periods have a start, and this one "
                        + "has none that can be read",
                    remedy: "Give each period an @index."
                )
            }
            knownStarts.append((period.id, start))
        }
        var numbers: [String: Int] = [:]
        for (number, period) in knownStarts.sorted(by: { $0.start < $1.start }).enumerated() {
            numbers[period.id] = number
        }
        self.numbers = numbers
    }

    /// Returns the start in seconds since 1970 or since the beginning, nil if there is none, or NaN if it
    /// cannot be read.
    private static func start(of period: CPIXPeriod) -> Double? {
        if let offset = period.attributes["startOffset"] { return seconds(ofDuration: offset) ?? .nan }
        guard let start = period.attributes["start"] else { return nil }
        let styles = [false, true].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
        return styles.lazy.compactMap { try? $0.parse(start) }.first?.timeIntervalSince1970 ?? .nan
    }

    /// Returns the seconds of an `xs:duration` without years and months, such as `PT1H2M3.5S`.
    private static func seconds(ofDuration text: String) -> Double? {
        let pattern = /P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?/
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        let parts = [(match.1, 86_400.0), (match.2, 3600), (match.3, 60), (match.4, 1)]
        guard parts.contains(where: { $0.0 != nil }) else { return nil }
        return parts.reduce(0) { $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1 }
    }
}
