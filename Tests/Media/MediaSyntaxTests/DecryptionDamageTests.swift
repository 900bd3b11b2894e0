import TestRandomness
import Testing

/// Damage to a stream by a faulty decryption (AES-128-CBC), and its detection.
struct DecryptionDamageTests {
    /// With a wrong key all bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongKey(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for sample in try SampleStreams.all() {
            let garbage = random.bytes(min(sample.bytes.count, 4096))
            #expect(shape(of: garbage, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// With a wrong IV the first 16 bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongIV(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for sample in try SampleStreams.all() {
            let damaged = random.bytes(16) + sample.bytes.dropFirst(16)
            #expect(shape(of: damaged, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// With swapped sequence numbers as IVs, the last bits of byte 15 are wrong.
    ///
    /// In fragmented MP4 that byte is in the minor version of the file type, in AAC within a frame: there
    /// only the times show it. The MP3 sample starts with a tag of its encoder.
    @Test(arguments: 1..<16 as Range<UInt8>)
    func noticesAWrongSequenceNumber(difference: UInt8) throws {
        let free = ["fmp40.m4s", "fmp41.m4s", "init", "self-initialising fmp4", "aac"]
        for sample in try SampleStreams.all() {
            var damaged = sample.bytes
            damaged[15] ^= difference
            let isNoticed = shape(of: damaged, expecting: sample.expectation).fault != nil
            #expect(isNoticed == !free.contains(sample.description), "\(sample)")
        }
    }

    /// A wrong bit of ciphertext gives a block of garbage and one wrong bit in the next block.
    ///
    /// In formats with CRCs over all bytes it is always detected.
    @Test(arguments: ["ac3", "eac3"])
    func noticesAFlippedCiphertextBit(name: String) throws {
        var random = SeededGenerator(seed: 7)
        let bytes = try SampleStreams.named(name).bytes
        for block in stride(from: 0, to: bytes.count - 32, by: 16) {
            var damaged = bytes
            damaged.replaceSubrange(block..<block + 16, with: random.bytes(16))
            damaged[block + 16] ^= 0x10
            #expect(shape(of: damaged).fault != nil, "block at \(block)")
        }
    }

    /// Otherwise only damage to a header is detected: in packets of 188 bytes at least every fifteenth block.
    @Test func noticesFlippedBitsInPacketHeaders() throws {
        var random = SeededGenerator(seed: 8)
        let bytes = try SampleStreams.named("ts avc aac").bytes
        for block in stride(from: 0, to: bytes.count - 32, by: 16) where block % 188 > 172 || block % 188 == 0
        {
            var damaged = bytes
            damaged.replaceSubrange(block..<block + 16, with: random.bytes(16))
            damaged[block + 16] ^= 0x10
            #expect(shape(of: damaged).fault != nil, "block at \(block)")
        }
    }
}
