/// The state of a title after a batch run.
package enum TitleState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The title was published for the first time.
    case published
    /// The title was processed again with an identical result.
    case unchanged
    /// The previous result was replaced.
    case replaced
    /// The title was skipped because its result was current.
    case current
    /// The title failed.
    case failed
    /// The title was begun but not finished.
    case interrupted
    /// The title was not begun.
    case waiting
    /// The result passed verification (`--check`).
    case holds
    /// The result is missing, out of date or faulty.
    case doesNotHold = "does-not-hold"
    /// The keys were minted, and nothing else (`--keys-only`).
    case minted = "keys-minted"

    /// Indicates whether the title needs attention.
    package var needsAttention: Bool {
        switch self {
        case .failed, .interrupted, .doesNotHold: true
        case .published, .unchanged, .replaced, .minted, .current, .waiting, .holds: false
        }
    }
}
