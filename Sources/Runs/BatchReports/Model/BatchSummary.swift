import Presentations

/// The titles of a batch run by what became of them.
package struct BatchSummary: Sendable, Hashable, Codable {
    /// Titles that are there now and were not before.
    package var published = 0
    /// Titles that were made again and came out as they were.
    package var unchanged = 0
    /// Titles whose former result was replaced.
    package var replaced = 0
    /// Titles whose keys were made, and nothing else (`--keys-only`).
    package var minted = 0
    /// Titles that were finished before and were left alone.
    package var skipped = 0
    /// Titles that could not be made.
    package var failed = 0
    /// Titles that were begun and not finished; another run may finish them.
    package var interrupted = 0
    /// Titles that were not begun.
    package var notRun = 0
    /// Titles whose result was looked at and is what it should be (`--check`).
    package var holds = 0
    /// Titles whose result is missing, out of date or wrong (`--check`).
    package var doesNotHold = 0
    /// Titles with warnings.
    var withWarnings = 0
    /// The bytes of all results, as far as they are known.
    package var bytes: UInt64 = 0

    private enum CodingKeys: String, CodingKey {
        case published, unchanged, replaced, skipped, failed, interrupted, holds, bytes
        case minted = "keys_minted"
        case notRun = "not_run"
        case doesNotHold = "does_not_hold"
        case withWarnings = "with_warnings"
    }

    /// No titles.
    package init() {}

    /// The sum of titles.
    package init(_ titles: some Sequence<TitleReport>) {
        for title in titles { count(title) }
    }

    /// All titles that were counted.
    package var titles: Int {
        published + unchanged + replaced + minted + skipped + failed + interrupted + notRun + holds
            + doesNotHold
    }

    /// Adds a title.
    package mutating func count(_ title: TitleReport) {
        switch title.state {
        case .published: published += 1
        case .unchanged: unchanged += 1
        case .replaced: replaced += 1
        case .minted: minted += 1
        case .current: skipped += 1
        case .failed: failed += 1
        case .interrupted: interrupted += 1
        case .waiting: notRun += 1
        case .holds: holds += 1
        case .doesNotHold: doesNotHold += 1
        }
        if !title.warnings.isEmpty { withWarnings += 1 }
        bytes = bytes.addingSaturated(title.output?.bytes ?? 0)
    }
}
