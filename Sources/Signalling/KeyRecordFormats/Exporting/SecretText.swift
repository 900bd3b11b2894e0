import Ciphers
import KeyStore
import TextFormats
import WipedMemory

/// Bytes of a text that holds secrets, put together piece by piece; wiped when it grows, when it is flushed and when it ends.
final class SecretText {
    private var bytes: [UInt8] = []

    /// Number of bytes that are held.
    var count: Int { bytes.count }

    /// What was appended and not flushed.
    var contents: SecretBytes { SecretBytes(copying: bytes) }

    func append(_ text: String) {
        append(Array(text.utf8).span)
    }

    func append(_ piece: Span<UInt8>) {
        makeRoom(piece.count)
        for index in piece.indices {
            bytes.append(piece[index])
        }
    }

    func append(hexadecimal piece: Span<UInt8>) {
        makeRoom(2 * piece.count)
        Hexadecimal.append(piece, to: &bytes)
    }

    func append(base64 piece: Span<UInt8>) {
        makeRoom(Base64.length(of: piece.count))
        Base64.append(piece, to: &bytes)
    }

    /// Gives all that is held to `sink` and forgets it.
    func flush(to sink: (Span<UInt8>) throws(KeyStoreError) -> Void) throws(KeyStoreError) {
        defer { secureErase(&bytes) }
        if !bytes.isEmpty { try sink(bytes.span) }
    }

    deinit {
        secureErase(&bytes)
    }

    /// An array that grows by itself would leave its old storage as it was.
    private func makeRoom(_ count: Int) {
        guard bytes.capacity - bytes.count < count else { return }
        var larger: [UInt8] = []
        larger.reserveCapacity(2 * bytes.capacity + count)
        larger.append(contentsOf: bytes)
        secureErase(&bytes)
        bytes = larger
    }
}
