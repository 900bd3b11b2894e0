import Ciphers
import Failures
import TextFormats
import WipedMemory

/// A growing text that contains secrets, wiped when it is reallocated, flushed or released.
final class SecretBuffer {
    private var bytes: [UInt8] = []

    /// The number of bytes in memory.
    var count: Int { bytes.count }

    /// The bytes that were appended and not yet flushed.
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

    /// Passes all bytes to `sink` and wipes them.
    func flush(to sink: (Span<UInt8>) throws(RunFailure) -> Void) throws(RunFailure) {
        defer { secureErase(&bytes) }
        if !bytes.isEmpty { try sink(bytes.span) }
    }

    deinit {
        secureErase(&bytes)
    }

    /// Reserves room and wipes the old storage, which an array that grows by itself would leave as it was.
    private func makeRoom(_ count: Int) {
        guard bytes.capacity - bytes.count < count else { return }
        var larger: [UInt8] = []
        larger.reserveCapacity(2 * bytes.capacity + count)
        larger.append(contentsOf: bytes)
        secureErase(&bytes)
        bytes = larger
    }
}
