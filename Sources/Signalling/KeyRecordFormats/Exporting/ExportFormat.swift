import CPIXDocuments
package import Failures
package import KeyStore
package import ProtectionTerms
package import WipedMemory

/// A format of exported keys: its name, what it can represent, and its exporter.
package struct ExportFormat: Sendable {
    /// The encryption of the keys in a file.
    enum Encryption: Sendable {
        /// The keys are in the clear.
        case none
        /// The keys are encrypted to the recipients of the export, and in the clear without them.
        case keys
        /// The file is encrypted to the recipients of the export (``ExportEnvelope``), and in the clear
        /// without them.
        case wholeFile
        /// The keys are wrapped under a key of the caller.
        case wrapped
    }

    /// The name of the format for `keys export --as`.
    package let name: String
    /// The encryption of the keys in the files of the format.
    private(set) var encryption = Encryption.none
    /// The key lengths that the format can represent.
    private(set) var keyLengths: Set<KeyLength> = [.bits128]
    /// The policy terms that the format can represent.
    package private(set) var policyTerms: Set<KeyPolicyTerm> = []
    /// The settings that the format uses.
    package private(set) var options: Set<ExportOption> = []
    /// Indicates whether the format can represent a revoked key; otherwise revoked keys are left out.
    private(set) var hasTombstones = false
    /// Indicates whether all keys must be surveyed before the first one can be written.
    private(set) var needsSurvey = false
    /// Creates an exporter without keys; throws if the settings are unsuitable.
    let makeExporter: @Sendable (ExportSettings) throws(RunFailure) -> any KeyExporter

    /// Indicates whether files written with or without recipients have keys in the clear.
    package func isPlaintext(withRecipients: Bool) -> Bool {
        switch encryption {
        case .none: true
        case .keys, .wholeFile: !withRecipients
        case .wrapped: false
        }
    }

    /// Returns a file with a small number of keys.
    ///
    /// - Parameters:
    ///   - keys: the keys, in the order of their identity.
    ///   - settings: the settings of the export.
    /// - Returns: the bytes of the file.
    /// - Throws: `.notExportable` if the format cannot represent a key, or does not work with the settings.
    package func export(
        _ keys: [ExportableKey],
        _ settings: ExportSettings = ExportSettings()
    ) throws(RunFailure) -> SecretBytes {
        var export = try KeyExport(inMemory: self, settings)
        if needsSurvey { for key in keys { export.survey(key) } }
        for key in keys {
            _ = try export.append(key)
        }
        try export.finish()
        return export.contents
    }
}

/// The list of export formats; a new format needs a file and a line here.
package enum ExportFormats {
    /// All formats, in the order of the documentation.
    package static let all: [ExportFormat] = [
        JSONLinesExporter.format(),
        CSVExporter.format,
        CPIXExporter.format(.version23),
        CPIXExporter.format(.version24),
        CPIXExporter.format(.speke2),
        FairPlaySDKExporter.format(.assetInfo),
        FairPlaySDKExporter.format(.request),
        ExpressPlayTokenExporter.format,
        DRMtodayExporter.format,
        SKMExporter.format,
        ShakaExporter.format,
        KeyFileExporter.format,
    ]

    /// The names of all formats, for people.
    package static var names: [String] { all.map(\.name) }

    /// Returns the names of the formats that can represent keys of a length.
    static func names(supporting length: KeyLength) -> [String] {
        all.filter { $0.keyLengths.contains(length) }.map(\.name)
    }

    /// Returns the format with a name, or nil if there is none.
    package static func named(_ name: String) -> ExportFormat? {
        all.first { $0.name == name }
    }
}
