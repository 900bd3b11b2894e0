import Testing

@testable import WipedMemory

/// Secret bytes are copied, and wiped after use.
struct SecretBytesTests {
    static let secret: [UInt8] = (0..<16).map { 0xA0 + $0 }

    @Test func `Erasing overwrites the storage`() {
        var bytes = Self.secret
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe SecretBytes.erase(buffer)
            #expect(unsafe buffer.allSatisfy { $0 == 0 })
        }
        secureErase(&bytes)
        #expect(bytes.isEmpty)
    }

    @Test(arguments: [0, 1, 4096])
    func `Nothing but the bytes of the buffer is erased`(count: Int) {
        var bytes = [UInt8](repeating: 1, count: count + 2)
        unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe SecretBytes.erase(UnsafeMutableRawBufferPointer(rebasing: buffer[1..<count + 1]))
        }
        #expect(bytes == [1] + [UInt8](repeating: 0, count: count) + [1])
    }

    @Test func `An empty buffer without address can be erased`() {
        unsafe SecretBytes.erase(UnsafeMutableRawBufferPointer(start: nil, count: 0))
        let empty = SecretBytes(copying: [])
        #expect(empty.count == 0)
    }

    @Test func `Bytes are copied, or zero until they are written`() {
        let copy = SecretBytes(copying: Self.secret)
        let copied = copy.withSpan { span in span.indices.map { span[$0] } }
        #expect(copied == Self.secret)
        let written = SecretBytes(count: 3) { $0[1] = 7 }
        let bytes = written.withSpan { span in span.indices.map { span[$0] } }
        #expect(bytes == [0, 7, 0])
    }
}
