package import KeyStore
package import ProtectionTerms

/// A writer of a file of keys in one format.
///
/// Keys come one by one in the order of their identity, so that not all are in memory at once. A format that
/// needs a whole title at once keeps its keys.
package protocol KeyExporter: Sendable {
    /// The name of the format for `keys export --as`.
    static var name: String { get }

    /// Indicates whether the format can represent a revoked key; otherwise revoked keys are left out.
    static var hasTombstones: Bool { get }

    /// The policy terms that the format can represent.
    static var policyTerms: Set<KeyPolicyTerm> { get }

    /// The key lengths that the format can represent.
    static var keyLengths: Set<KeyLength> { get }

    /// Indicates whether recipients apply to the whole file (``ExportEnvelope``) and not to the keys in it.
    static var encryptsWholeFile: Bool { get }

    /// The settings that the format uses.
    static var options: Set<ExportOption> { get }

    /// Indicates whether all keys must be surveyed before the first one can be written.
    static var needsSurvey: Bool { get }

    /// Indicates whether files written with or without recipients have keys in the clear.
    static func isPlaintext(withRecipients: Bool) -> Bool

    /// Creates an exporter without keys; throws if the settings are unsuitable.
    init(_ settings: ExportSettings) throws(KeyStoreError)

    /// The warnings about the file once it is complete, for people.
    var warnings: [String] { get }

    /// Examines a key that the format can represent, before the first one is added.
    mutating func survey(_ key: ExportableKey)

    /// Adds a key that the format can represent; only ``KeyExport`` calls it, after checking that.
    mutating func append(_ key: ExportableKey, to file: ExportOutput) throws(KeyStoreError) -> ExportOutcome

    /// Ends the file.
    mutating func finish(_ file: ExportOutput) throws(KeyStoreError)
}

/// The result of adding a key to an export.
package enum ExportOutcome: Hashable, Sendable {
    case written
    /// The format cannot represent the key; the reason completes "N keys are left out (IDS): ".
    case leftOut(reason: String)
}

extension KeyExporter {
    package static var hasTombstones: Bool { false }
    package static var policyTerms: Set<KeyPolicyTerm> { [] }
    package static var keyLengths: Set<KeyLength> { [.bits128] }
    package static var options: Set<ExportOption> { [] }
    package static var needsSurvey: Bool { false }
    package var warnings: [String] { [] }
    package mutating func survey(_ key: ExportableKey) {}
    package static var encryptsWholeFile: Bool { false }
    package static func isPlaintext(withRecipients: Bool) -> Bool { !(encryptsWholeFile && withRecipients) }
    package mutating func finish(_ file: ExportOutput) throws(KeyStoreError) {}
}

/// The list of export formats; a new format needs a file and a line here.
package enum ExportFormats {
    /// All formats, in the order of the documentation.
    package static let all: [any KeyExporter.Type] = [
        JSONLinesExporter.self,
        CSVExporter.self,
        CPIX23Exporter.self,
        CPIX24Exporter.self,
        SPEKE2Exporter.self,
        FairPlaySDKExporter.self,
        FairPlaySDKRequestExporter.self,
        ExpressPlayTokenExporter.self,
        DRMtodayExporter.self,
        SKMExporter.self,
        ShakaExporter.self,
        KeyFileExporter.self,
    ]

    /// The names of all formats, for people.
    package static var names: [String] { all.map { $0.name } }

    /// Returns the names of the formats that can represent keys of a length.
    static func names(supporting length: KeyLength) -> [String] {
        all.filter { $0.keyLengths.contains(length) }.map { $0.name }
    }

    /// Returns the format with a name, or nil if there is none.
    package static func named(_ name: String) -> (any KeyExporter.Type)? {
        all.first { $0.name == name }
    }
}
