import Ciphers
import SampleEncryption
import Testing

/// The client's rule of RFC 8216bis 6.3.6: extend the range to whole blocks, and take the block before as IV.
struct IFrameWindowTests {
    @Test(
        arguments: [
            ("at the start", 0..<10, 0..<16, nil, 0),
            ("in the first block", 3..<16, 0..<16, nil, 3),
            ("over the first border", 15..<17, 0..<32, nil, 15),
            ("from the second block on", 16..<32, 16..<32, 0..<16, 0),
            ("inside a later block", 50..<60, 48..<64, 32..<48, 2),
            ("up to a border", 100..<160, 96..<160, 80..<96, 4),
            ("a transport stream packet", 188..<376, 176..<384, 160..<176, 12),
            ("nothing at the start", 0..<0, 0..<0, nil, 0),
            ("nothing on a border", 32..<32, 32..<32, 16..<32, 0),
        ] as [(String, Range<UInt64>, Range<UInt64>, Range<UInt64>?, UInt64)]
    )
    func widens(
        name: String,
        range: Range<UInt64>,
        blocks: Range<UInt64>,
        chainingBlock: Range<UInt64>?,
        lead: UInt64
    ) {
        let window = IFrameWindow(covering: range)
        #expect(window.blocks == blocks, "\(name)")
        #expect(window.chainingBlock == chainingBlock, "\(name)")
        #expect(window.skippedByteCount == lead, "\(name)")
    }

    /// Every range of a small media resource can be decrypted from its window alone.
    @Test func decryptsEveryRange() throws {
        let key = try ContentKey(copying: Array(0x20...0x2F))
        let iv = try InitializationVector(bytes: Array(0x80...0x8F))
        let clear = (0..<70).map { UInt8($0 * 3 + 1) }
        let ciphertext = try CBCEncryptor.encrypt(clear.span, key: key, iv: iv)
        for start in clear.indices {
            for end in start + 1...clear.count {
                let window = IFrameWindow(covering: UInt64(start)..<UInt64(end))
                let chainingIV = try window.chainingBlock.map {
                    try InitializationVector(
                        bytes: Array(ciphertext[Int($0.lowerBound)..<Int($0.upperBound)])
                    )
                }
                let decrypted = try CBCDecryptor.decrypt(
                    ciphertext[Int(window.blocks.lowerBound)..<Int(window.blocks.upperBound)].span,
                    key: key,
                    iv: chainingIV ?? iv,
                    padding: false
                )
                let found = decrypted.dropFirst(Int(window.skippedByteCount)).prefix(end - start)
                #expect(Array(found) == Array(clear[start..<end]), "\(start)..<\(end)")
            }
        }
    }
}
