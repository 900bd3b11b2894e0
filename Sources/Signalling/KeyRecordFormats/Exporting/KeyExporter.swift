import Failures
import KeyStore

/// A writer of a file of keys in one format.
///
/// Keys come one by one in the order of their identity, so that not all are in memory at once. A format that
/// needs a whole title at once keeps its keys.
protocol KeyExporter: Sendable {
    /// The warnings about the file once it is complete, for people.
    var warnings: [String] { get }

    /// Examines a key that the format can represent, before the first one is added.
    mutating func survey(_ key: ExportableKey)

    /// Adds a key that the format can represent; only ``KeyExport`` calls it, after checking that.
    mutating func append(_ key: ExportableKey, to file: ExportOutput) throws(RunFailure) -> ExportOutcome

    /// Ends the file.
    mutating func finish(_ file: ExportOutput) throws(RunFailure)
}

/// The result of adding a key to an export.
package enum ExportOutcome: Hashable, Sendable {
    case written
    /// The format cannot represent the key; the reason completes "N keys are left out (IDS): ", and the remedy
    /// has no period.
    case leftOut(reason: String, remedy: String? = nil)
}

extension KeyExporter {
    var warnings: [String] { [] }
    mutating func survey(_ key: ExportableKey) {}
    mutating func finish(_ file: ExportOutput) throws(RunFailure) {}
}
