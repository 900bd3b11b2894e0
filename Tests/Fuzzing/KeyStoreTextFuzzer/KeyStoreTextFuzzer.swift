import Ciphers
import KeyEncryption
import KeyStore
import TextFormats
import WipedMemory

/// Parses untrusted text and bytes with Ciphers and KeyStore: no input may crash the process.
///
/// Accepted values have to be written back as they were read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyStoreText(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: count))
    let text = String(decoding: bytes, as: UTF8.self)

    if let decoded = Hexadecimal.decode(text) {
        precondition(Hexadecimal.encode(decoded) == text.lowercased())
    }
    if let iv = InitializationVector(hexadecimal: text) {
        precondition(text.lowercased().hasSuffix(iv.hexadecimal))
        precondition(InitializationVector(hexadecimal: iv.hexadecimal) == iv)
    }
    if let contentID = try? ContentID(text) {
        precondition(Array(contentID.value.utf8) == Array(text.utf8))
        precondition((1...ContentID.byteLimit).contains(text.utf8.count))
        precondition((try? KeyIdentity(contentID: contentID, track: text)) != nil)
    }
    if case .sqlite(let path)? = try? KeyStoreLocation(parsing: text) {
        precondition(!path.isEmpty && text.utf8.count >= path.utf8.count + "sqlite:".utf8.count)
        precondition((try? KeyStoreLocation(parsing: "sqlite:" + path)) == .sqlite(path: path))
    }
    if let location = try? KeyStoreLocation(parsing: text), case .postgreSQL = location {
        precondition(
            location.label.utf8.starts(with: "postgresql://".utf8)
                && !location.label.utf8.contains(UInt8(ascii: "@"))
        )
    }
    if let head = try? AuditHead(parsing: text) {
        precondition((try? AuditHead(parsing: head.description)) == head)
    }
    if (try? KeyEncryptionKey(hexadecimal: bytes.span)) != nil {
        precondition(bytes.count == 64)
    }
    let key = SecretBytes(copying: [UInt8](repeating: 1, count: 32))
    precondition((try? AuthenticatedEncryption.open(bytes, key: key, additionalData: [])) == nil)
    return 0
}
