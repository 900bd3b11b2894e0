internal import Ciphers

/// Bytes of a text that holds secrets, put together piece by piece; wiped when it grows and when it ends.
final class SecretText {
    private var bytes: [UInt8] = []

    /// What was appended so far.
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
