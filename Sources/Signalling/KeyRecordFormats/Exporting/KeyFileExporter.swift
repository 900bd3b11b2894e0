import Ciphers
import Failures
import KeyStore
import ProtectionTerms

/// The exporter of a bare key (`--key-file`): 16 bytes, or 32 bytes with the IV; for AES-256-GCM, 32 bytes
/// without IV.
struct KeyFileExporter: KeyExporter {
    static let format = ExportFormat(
        name: "key-file",
        keyLengths: Set(KeyLength.allCases),
        options: [.iv],
        makeExporter: KeyFileExporter.init
    )

    private let includesIV: Bool
    private var keyCount = 0

    init(_ settings: ExportSettings) {
        includesIV = settings.includesIV
    }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        keyCount += 1
        // Further keys are an error only at the end, when their number is known; nothing was flushed by then.
        guard keyCount == 1 else { return .written }
        guard !includesIV || key.record.key.length == .bits128 else {
            throw .notExportable(
                reason:
                    "\(key.record.identity): a key of AES-256-GCM has no IV, because each segment has its own",
                remedy: "Leave out \(CommandOption.withIV)."
            )
        }
        key.record.key.withSpan { file.text.append($0) }
        if includesIV { file.text.append(key.record.iv.bytes.span) }
        return .written
    }

    /// Throws unless there was exactly one key.
    mutating func finish(_ file: ExportOutput) throws(RunFailure) {
        guard keyCount == 1 else {
            throw .notExportable(
                reason: "\(keyCount) keys, but a key file contains one",
                remedy: "Name its content id and track."
            )
        }
    }
}
