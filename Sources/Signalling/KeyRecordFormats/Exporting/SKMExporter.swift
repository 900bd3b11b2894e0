import Ciphers
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// The exporter of key objects for SKM (ExpressPlay key storage): a JSON object per line, each the body of
/// `POST /keys`.
///
/// `kid` has 32 digits. `ek` is the key, wrapped (AES-KW) under the caller's key-encryption key, and `kekId`
/// the opaque name of that key. `info` has the values without an SKM field, as `iv=HEX period=N generation=N
/// track=NAME`; `contentId` is the content id. No key is in the clear.
struct SKMExporter: KeyExporter {
    static let format = ExportFormat(
        name: "skm",
        encryption: .wrapped,
        options: [.wrappingKey],
        makeExporter: SKMExporter.init
    )

    private let wrappingKey: WrappingKey
    private let wrappingKeyID: String

    init(_ settings: ExportSettings) throws(RunFailure) {
        guard let key = settings.wrappingKey, let id = key.id else {
            throw .notExportable(
                reason: "skm wraps keys, and there is no key to wrap them under",
                remedy: "Give \(CommandOption.wrapKey) and \(CommandOption.wrapKeyID)."
            )
        }
        wrappingKey = key
        wrappingKeyID = id
    }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportOutput
    ) throws(RunFailure) -> ExportOutcome {
        let record = key.record
        let wrappedKey = try mapErrors(to: { .fault($0, doing: "wrapping a key") }) {
            () throws(CipherError) in try wrappingKey.wrap(record.key)
        }
        var object = JSONObjectWriter(in: file.text)
        object.append("kid", Hexadecimal.encode(record.keyID.bytes))
        object.append("ek", Hexadecimal.encode(wrappedKey))
        object.append("kekId", wrappingKeyID)
        object.append("info", SKMInfo(record).text)
        object.append("contentId", record.identity.contentID.value)
        object.close()
        file.text.append("\n")
        return .written
    }
}
