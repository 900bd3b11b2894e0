package import KeyStore
package import ProtectionTerms

/// A file of keys in the making, in one format.
///
/// Keys come one after the other, ordered by identity, so that nobody has to hold all of them; a format that has to see a
/// whole title holds that.
package protocol KeyExporter: Sendable {
    /// What `keys export --as` calls the format.
    static var name: String { get }

    /// Whether it can say that a key was revoked; where it cannot, revoked keys are left out.
    static var hasTombstones: Bool { get }

    /// The terms of a policy that it has a place for.
    static var policyTerms: Set<KeyPolicyTerm> { get }

    /// How long the keys may be that it can say.
    static var keyLengths: Set<KeyLength> { get }

    /// Whether recipients are those of the file as a whole (``ExportEnvelope``), not of keys in it.
    static var isEncryptedWhole: Bool { get }

    /// What of the settings it looks at.
    static var options: Set<ExportOption> { get }

    /// Whether it has to see all keys before it can write the first one.
    static var surveysKeys: Bool { get }

    /// Whether whoever reads a file has the keys in it.
    static func isPlaintext(withRecipients: Bool) -> Bool

    /// A file with nothing in it yet.
    init(_ settings: ExportSettings) throws(KeyStoreError)

    /// What is said of the file once it is whole, for people.
    var notes: [String] { get }

    /// Looks at a key that the format can hold, before the first one is added.
    mutating func survey(_ key: ExportableKey)

    /// Adds a key that the format can hold; ``KeyExport`` alone calls it, and looks at that.
    mutating func append(_ key: ExportableKey, to file: ExportText) throws(KeyStoreError) -> ExportOutcome

    /// Ends the file.
    mutating func finish(_ file: ExportText) throws(KeyStoreError)
}

/// What became of a key.
package enum ExportOutcome: Hashable, Sendable {
    case written
    /// The format has no place for it; the reason completes "N keys are left out (IDS): ".
    case leftOut(reason: String)
}

extension KeyExporter {
    package static var hasTombstones: Bool { false }
    package static var policyTerms: Set<KeyPolicyTerm> { [] }
    package static var keyLengths: Set<KeyLength> { [.bits128] }
    package static var options: Set<ExportOption> { [] }
    package static var surveysKeys: Bool { false }
    package var notes: [String] { [] }
    package mutating func survey(_ key: ExportableKey) {}
    package static var isEncryptedWhole: Bool { false }
    package static func isPlaintext(withRecipients: Bool) -> Bool { !(isEncryptedWhole && withRecipients) }
    package mutating func finish(_ file: ExportText) throws(KeyStoreError) {}
}

/// The formats that exist: a new one is one file and one line here.
package enum ExportFormats {
    /// Every format, in the order of the documentation.
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

    /// The names, for people.
    package static var names: [String] { all.map { $0.name } }

    /// The names of the formats that hold keys of a length.
    static func names(holding length: KeyLength) -> [String] {
        all.filter { $0.keyLengths.contains(length) }.map { $0.name }
    }

    /// The format of a name.
    package static func named(_ name: String) -> (any KeyExporter.Type)? {
        all.first { $0.name == name }
    }
}
