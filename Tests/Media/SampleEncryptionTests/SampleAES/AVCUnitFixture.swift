import Ciphers
import ElementaryStreams
import SampleEncryption
import Testing

/// Runs `AVCSampleCipher` on single NAL units.
struct AVCUnitFixture {
    let key: ContentKey
    let iv: InitializationVector

    init() throws {
        key = try ContentKey(copying: (0..<16).map { 0xA0 + $0 })
        iv = try InitializationVector(bytes: (0..<16).map { 0x11 * $0 })
    }

    init(key: ContentKey, iv: InitializationVector) {
        self.key = key
        self.iv = iv
    }

    var plain: PlainAVCCipher { PlainAVCCipher(key: key, iv: iv) }

    /// Returns a NAL unit of a byte stream, encrypted and with its emulation prevention bytes.
    func encrypt(_ unit: [UInt8]) throws -> [UInt8] {
        let start: [UInt8] = [0, 0, 1]
        var stream = start + unit + start + [9, 0xF0]
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(stream.span, into: &units)
        let found = try #require(units.first)
        try #require(found.range == 3..<3 + unit.count)
        var insertions: [Int] = []
        var cipher = try AVCSampleCipher(.encrypt, key: SampleAESKey(key: key, iv: iv))
        var span = stream.mutableSpan
        try cipher.encrypt(found, in: &span, insertions: &insertions)
        #expect(stream.prefix(3) == [0, 0, 1])
        #expect(stream.suffix(5) == [0, 0, 1, 9, 0xF0])
        try #require(insertions == insertions.sorted())
        try #require(insertions.allSatisfy { found.range.contains($0) })
        for position in insertions.reversed() { stream.insert(3, at: position) }
        return Array(stream[3..<found.range.upperBound + insertions.count])
    }

    /// Returns a received NAL unit, decrypted.
    func decrypt(_ unit: [UInt8]) throws -> [UInt8] {
        let start: [UInt8] = [0, 0, 1]
        var stream = start + unit + start + [9, 0xF0]
        var units: [AnnexBNALUnit] = []
        _ = AnnexBScanner.scan(stream.span, into: &units)
        let found = try #require(units.first)
        try #require(found.range == 3..<3 + unit.count)
        var cipher = try AVCSampleCipher(.decrypt, key: SampleAESKey(key: key, iv: iv))
        var span = stream.mutableSpan
        let count = try cipher.decrypt(found, in: &span)
        #expect(stream.prefix(3) == [0, 0, 1])
        #expect(stream.suffix(5) == [0, 0, 1, 9, 0xF0])
        return Array(stream[3..<3 + count])
    }
}
