import Ciphers
import TestRandomness
import Testing

/// The result does not depend on how a message is divided.
struct CBCChunkTests {
    @Test(arguments: UInt64(1)...40)
    func `Pieces give what the whole gives`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 0...2000, using: &generator)
        let clear = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let key = try ContentKey(copying: (0..<16).map { _ in .random(in: 0...255, using: &generator) })
        let iv = InitializationVector(mediaSequence: generator.next())

        let whole = try CBCEncryptor.encrypt(clear.span, key: key, iv: iv)
        var encryptor = try CBCEncryptor(key: key, iv: iv)
        var pieces: [UInt8] = []
        for piece in cut(clear, using: &generator) {
            var buffer = [UInt8](repeating: 0, count: piece.count + 15)
            var output = buffer.mutableSpan
            let written = try encryptor.update(piece.span, into: &output)
            pieces += buffer.prefix(written)
        }
        var last = [UInt8](repeating: 0, count: 16)
        var lastOutput = last.mutableSpan
        let lastCount = try encryptor.finish(into: &lastOutput)
        #expect(pieces + last.prefix(lastCount) == whole, "seed \(seed)")

        var decryptor = try CBCDecryptor(key: key, iv: iv)
        var decrypted: [UInt8] = []
        for piece in cut(whole, using: &generator) {
            var buffer = [UInt8](repeating: 0, count: piece.count + 16)
            var output = buffer.mutableSpan
            let written = try decryptor.update(piece.span, into: &output)
            decrypted += buffer.prefix(written)
        }
        var end = [UInt8](repeating: 0, count: 16)
        var endOutput = end.mutableSpan
        let endCount = try decryptor.finish(into: &endOutput)
        #expect(decrypted + end.prefix(endCount) == clear, "seed \(seed)")
    }

    /// Returns `bytes` in pieces of 0 to 100 bytes.
    private func cut(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [[UInt8]] {
        var rest = bytes[...]
        var pieces: [[UInt8]] = []
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...100, using: &generator))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
