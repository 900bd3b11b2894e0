import Ciphers
import TextFormats
import WipedMemory

extension ContentKey {
    /// Reads a key of 16 bytes from a file or from a program's output.
    ///
    /// The key is raw, or 32 hexadecimal digits with or without a line ending; the result is nil for anything
    /// else.
    convenience init?(readingKeyOf16Bytes bytes: Span<UInt8>) {
        var key: [UInt8] = []
        defer { secureErase(&key) }
        if bytes.count == 16 {
            key.reserveCapacity(16)
            for index in bytes.indices { key.append(bytes[index]) }
        } else {
            var count = bytes.count
            if count > 32, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
            if count > 32, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
            guard count == 32, let decoded = Hexadecimal.decode(ascii: bytes.extracting(..<count)) else {
                return nil
            }
            key = decoded
        }
        try? self.init(copying: key)
    }
}
