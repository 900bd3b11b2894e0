import Ciphers
package import Failures
import FoundationEssentials
package import KeyStore
package import ProtectionTerms
package import WipedMemory

/// An export in progress: keys are added one by one, and the file comes out in pieces.
///
/// All exports use ``append(_:)``, the only method that checks whether a format can represent a key.
package struct KeyExport {
    private var exporter: any KeyExporter
    private let format: ExportFormat
    private let longKeyHandling: LongKeyHandling
    private let file: ExportOutput
    /// Receives the pieces of the file, or nil if the export keeps the file in memory.
    private let sink: ((Span<UInt8>) throws(RunFailure) -> Void)?
    /// The number of keys that were written.
    package private(set) var writtenCount = 0
    /// The keys that were left out, by reason.
    package private(set) var skippedKeys: [String: SkippedKeys] = [:]
    /// The number of written keys with a policy term that the format cannot represent, by term.
    package private(set) var unsupportedTerms: [KeyPolicyTerm: Int] = [:]

    /// Creates an export without keys.
    ///
    /// - Parameters:
    ///   - format: one of ``ExportFormats``.
    ///   - settings: the settings of the export.
    ///   - longKeyHandling: the treatment of keys that are longer than the format allows.
    ///   - sink: receives the pieces of the file and must not keep them.
    /// - Throws: `.notExportable` if the format does not work with the settings.
    package init(
        _ format: ExportFormat,
        _ settings: ExportSettings,
        _ longKeyHandling: LongKeyHandling = .refused,
        to sink: @escaping (Span<UInt8>) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        try self.init(format, settings, longKeyHandling, sink: sink)
    }

    /// Creates an export that keeps the file in memory, for a small number of keys.
    ///
    /// - Parameters:
    ///   - format: one of ``ExportFormats``.
    ///   - settings: the settings of the export.
    ///   - longKeyHandling: the treatment of keys that are longer than the format allows.
    /// - Throws: `.notExportable` if the format does not work with the settings.
    package init(
        inMemory format: ExportFormat,
        _ settings: ExportSettings,
        _ longKeyHandling: LongKeyHandling = .refused
    ) throws(RunFailure) {
        try self.init(format, settings, longKeyHandling, sink: nil)
    }

    private init(
        _ format: ExportFormat,
        _ settings: ExportSettings,
        _ longKeyHandling: LongKeyHandling,
        sink: ((Span<UInt8>) throws(RunFailure) -> Void)?
    ) throws(RunFailure) {
        exporter = try format.makeExporter(settings)
        let isEncrypted = format.encryption == .wholeFile && !settings.recipients.isEmpty
        file = ExportOutput(in: isEncrypted ? try ExportEnvelope(recipients: settings.recipients) : nil)
        self.format = format
        self.longKeyHandling = longKeyHandling
        self.sink = sink
    }

    /// Indicates whether all keys must go through ``survey(_:)`` before the first one is added.
    package var surveysKeys: Bool { format.needsSurvey }

    /// The part of the file that is in memory.
    package var contents: SecretBytes { file.text.contents }

    /// The warnings about the file, for people.
    package var warnings: [String] { exporter.warnings }

    /// Examines a key that will be added later.
    package mutating func survey(_ key: ExportableKey) {
        guard key.state != .revoked || format.hasTombstones,
            format.keyLengths.contains(key.record.key.length)
        else { return }
        exporter.survey(key)
    }

    /// Adds a key; keys must come in the order of their identity.
    ///
    /// - Parameter key: the key with its signalling, policy and state.
    /// - Returns: the outcome: written, or left out for a reason.
    /// - Throws: `.notExportable` if the format cannot represent the key, of which nothing reaches the sink
    ///   then.
    package mutating func append(_ key: ExportableKey) throws(RunFailure) -> ExportOutcome {
        let outcome = try outcome(of: key)
        switch outcome {
        case .written:
            writtenCount += 1
            for (term, _) in key.policy?.terms.values ?? [] where !format.policyTerms.contains(term) {
                unsupportedTerms[term, default: 0] += 1
            }
        case .leftOut(let reason, let remedy):
            skippedKeys[reason, default: SkippedKeys(remedy: remedy)].add(key.record.keyID)
        }
        if let sink { try file.flush(isLast: false, to: sink) }
        return outcome
    }

    private mutating func outcome(of key: ExportableKey) throws(RunFailure) -> ExportOutcome {
        if key.state == .revoked, !format.hasTombstones {
            return .leftOut(
                reason: "they are revoked, which this format cannot express",
                remedy: "Have the license server delete them"
            )
        }
        if key.state != .revoked, let exposure = key.record.exposure {
            throw .notExportable(
                reason: "\(key.record.identity): \(exposure.description)",
                remedy: "Protect the title with \(CommandOption.newKey), then revoke this key."
            )
        }
        let length = key.record.key.length
        guard !format.keyLengths.contains(length) else { return try exporter.append(key, to: file) }
        let explanation =
            "\(length.byteCount) bytes (AES-256-GCM), and \(format.name) supports keys of "
            + "\(KeyLength.bits128.byteCount)"
        let otherFormats = ExportFormats.names(supporting: length).joined(separator: ", ")
        if longKeyHandling == .leftOut {
            return .leftOut(reason: "they have \(explanation)", remedy: "Export them as \(otherFormats)")
        }
        // A format for DRM systems may leave the key out anyway, because it is not for a DRM system.
        let outcome = try exporter.append(key, to: file)
        guard outcome == .written else { return outcome }
        throw .notExportable(
            reason: "\(key.record.identity): its key has \(explanation)",
            remedy: "Export it as \(otherFormats), or name other keys with \(CommandOption.contentID)."
        )
    }

    /// Ends the file.
    package mutating func finish() throws(RunFailure) {
        try exporter.finish(file)
        if let sink { try file.flush(isLast: true, to: sink) } else { try file.encryptInMemory() }
    }
}

/// The keys that an export left out for one reason: their number, and the ids of the first ones.
package struct SkippedKeys: Hashable, Sendable {
    /// The greatest number of ids in a message, which would be too long to read with more.
    private static let namedLimit = 3

    /// The advice for the user, without a period, or nil if there is none.
    package let remedy: String?
    /// The number of keys.
    private(set) var count = 0
    private var firstKeyIDs: [UUID] = []

    /// A message for people with the number of keys and the ids of the first ones.
    package var message: String {
        let ids = firstKeyIDs.map { $0.uuidString.lowercased() } + (count > firstKeyIDs.count ? ["..."] : [])
        return "\(count) \(count == 1 ? "key is" : "keys are") left out (\(ids.joined(separator: ", ")))"
    }

    init(remedy: String?) {
        self.remedy = remedy
    }

    mutating func add(_ keyID: UUID) {
        count += 1
        if firstKeyIDs.count < Self.namedLimit { firstKeyIDs.append(keyID) }
    }
}

/// The treatment of keys that are longer than a format allows.
package enum LongKeyHandling: Sendable {
    /// The export fails: the user named these keys.
    case refused
    /// The keys are left out and counted: the user exports all keys.
    case leftOut
}
