import Presentations

/// The numbers of a batch run's titles, by state.
package struct BatchSummary: Sendable, Hashable, Codable {
    /// The number of titles published for the first time.
    package var published = 0
    /// The number of titles processed again with an identical result.
    package var unchanged = 0
    /// The number of titles whose previous result was replaced.
    package var replaced = 0
    /// The number of titles whose keys were minted, and nothing else (`--keys-only`).
    package var minted = 0
    /// The number of titles skipped because their results were current.
    package var skipped = 0
    /// The number of titles that failed.
    package var failed = 0
    /// The number of titles begun but not finished; another run may finish them.
    package var interrupted = 0
    /// The number of titles not begun.
    package var notRun = 0
    /// The number of titles whose results passed verification (`--check`).
    package var holds = 0
    /// The number of titles whose results are missing, out of date or faulty.
    package var doesNotHold = 0
    /// The number of titles with warnings, in any state.
    package var withWarnings = 0
    /// The size of all results, as far as it is known, in bytes.
    package var bytes: UInt64 = 0

    private enum CodingKeys: String, CodingKey {
        case published, unchanged, replaced, skipped, failed, interrupted, holds, bytes
        case minted = "keys_minted"
        case notRun = "not_run"
        case doesNotHold = "does_not_hold"
        case withWarnings = "with_warnings"
    }

    /// Creates a summary of no titles.
    package init() {}

    /// Creates a summary of titles.
    package init(_ titles: some Sequence<TitleReport>) {
        for title in titles { add(title) }
    }

    /// The number of all titles.
    package var titles: Int {
        published + unchanged + replaced + minted + skipped + failed + interrupted + notRun + holds
            + doesNotHold
    }

    /// Adds a title.
    package mutating func add(_ title: TitleReport) {
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
