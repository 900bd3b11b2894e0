package import Ciphers
package import KeyStore

/// One export: keys go in one after the other, bytes of a file come out in pieces.
package struct KeyExport {
    private static let revoked =
        "they are revoked, which this format cannot say. Have the key server delete them"

    private var exporter: any KeyExporter
    private let format: any KeyExporter.Type
    private let hasTombstones: Bool
    private let policyTerms: Set<KeyPolicy.Term>
    private let file = ExportText()
    private let sink: (Span<UInt8>) throws(KeyStoreError) -> Void
    /// How many keys were written.
    package private(set) var writtenCount = 0
    /// How many keys were left out, by the reason.
    package private(set) var leftOut: [String: Int] = [:]
    /// How many of the written keys have a term in their policy that the format cannot say.
    package private(set) var unsaid: [KeyPolicy.Term: Int] = [:]

    /// An export with nothing in it yet.
    ///
    /// - Parameters:
    ///   - format: one of ``ExportFormats``.
    ///   - settings: what it is to be like.
    ///   - sink: takes the pieces of the file; they must not be kept.
    /// - Throws: `.notExportable` for settings with which the format cannot be.
    package init(
        _ format: any KeyExporter.Type,
        _ settings: ExportSettings,
        to sink: @escaping (Span<UInt8>) throws(KeyStoreError) -> Void
    ) throws(KeyStoreError) {
        exporter = try format.init(settings)
        self.format = format
        hasTombstones = format.hasTombstones
        policyTerms = format.policyTerms
        self.sink = sink
    }

    /// Adds a key; keys come in the order of their identity.
    package mutating func append(_ key: ExportableKey) throws(KeyStoreError) -> ExportOutcome {
        let outcome: ExportOutcome =
            if key.state == .revoked, !hasTombstones {
                .leftOut(reason: Self.revoked)
            } else {
                try exporter.append(key, to: file)
            }
        switch outcome {
        case .written:
            // Before anything of it leaves this process.
            try ExportFormats.checkLength(of: key, in: format)
            writtenCount += 1
            for (term, _) in key.policy?.terms.values ?? [] where !policyTerms.contains(term) {
                unsaid[term, default: 0] += 1
            }
        case .leftOut(let reason): leftOut[reason, default: 0] += 1
        }
        try file.flush(isLast: false, to: sink)
        return outcome
    }

    /// Ends the file.
    package mutating func finish() throws(KeyStoreError) {
        try exporter.finish(file)
        try file.flush(isLast: true, to: sink)
    }
}

extension KeyExporter {
    /// The bytes of a file with `keys`, for few of them.
    package func export(_ keys: [ExportableKey]) throws(KeyStoreError) -> SecretBytes {
        var exporter = self
        let file = ExportText()
        for key in keys {
            _ = try exporter.append(key, to: file)
        }
        try exporter.finish(file)
        return file.text.contents
    }
}
