import Ciphers
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// Key objects of the SKM interface (ExpressPlay key storage), a JSON object a line, each the body of `POST /keys`.
///
/// `kid` in 32 digits, `ek`: the key wrapped (AES-KW) under the caller's key, `kekId`: that key's name, opaque, `info`: what
/// SKM has no field for, as `iv=HEX period=N generation=N track=NAME`, and `contentId`. Nothing is in the clear.
struct SKMExporter: KeyExporter {
    static let name = "skm"
    static let options: Set<ExportOption> = [.wrappingKey]

    private let wrappingKey: WrappingKey
    private let wrappingKeyID: String

    static func isPlaintext(withRecipients: Bool) -> Bool { false }

    init(_ settings: ExportSettings) throws(KeyStoreError) {
        guard let key = settings.wrappingKey, let id = key.id else {
            throw .notExportable(
                reason:
                    "skm wraps keys, and there is no key to wrap them under. Give --wrap-key and --wrap-key-id"
            )
        }
        wrappingKey = key
        wrappingKeyID = id
    }

    mutating func append(
        _ key: ExportableKey,
        to file: ExportText
    ) throws(KeyStoreError) -> ExportOutcome {
        let record = key.record
        let wrapped: [UInt8]
        do throws(CipherError) {
            wrapped = try wrappingKey.wrap(record.key)
        } catch {
            throw .fault("wrapping a key: \(error)")
        }
        var object = JSONObjectText(in: file.text)
        object.append("kid", Hexadecimal.encode(record.keyID.bytes))
        object.append("ek", Hexadecimal.encode(wrapped))
        object.append("kekId", wrappingKeyID)
        object.append("info", SKMInfo(record).text)
        object.append("contentId", record.identity.contentID.value)
        object.close()
        file.text.append("\n")
        return .written
    }
}
