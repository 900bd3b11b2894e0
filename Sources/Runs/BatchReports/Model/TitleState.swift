/// What became of a title.
package enum TitleState: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is there now and was not before.
    case published
    /// It was made again and came out as it was.
    case unchanged
    /// Its former result was replaced.
    case replaced
    /// It was finished before and left alone.
    case current
    /// It could not be made.
    case failed
    /// It was begun and not finished.
    case interrupted
    /// It was not begun.
    case waiting
    /// Its result is what it should be (`--check`).
    case holds
    /// Its result is missing, out of date or wrong (`--check`).
    case doesNotHold = "does-not-hold"
    /// Its keys were made, and nothing else (`--keys-only`).
    case minted = "keys-minted"

    /// Whether somebody has to do something about it.
    package var isTrouble: Bool {
        switch self {
        case .failed, .interrupted, .doesNotHold: true
        case .published, .unchanged, .replaced, .minted, .current, .waiting, .holds: false
        }
    }
}
