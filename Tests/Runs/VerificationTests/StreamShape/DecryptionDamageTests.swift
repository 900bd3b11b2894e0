import TestRandomness
import Testing

/// What decryption with something wrong does to a stream (AES-128-CBC), and that it is noticed.
struct DecryptionDamageTests {
    /// All bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongKey(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for sample in try SampleStreams.all() {
            let garbage = random.bytes(min(sample.bytes.count, 4096))
            #expect(shape(of: garbage, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// The first 16 bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongIV(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for sample in try SampleStreams.all() {
            let damaged = random.bytes(16) + sample.bytes.dropFirst(16)
            #expect(shape(of: damaged, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// The last bits of byte 15 are wrong: two segments were swapped whose IVs are sequence numbers.
    ///
    /// In fragmented MP4 that byte is in the minor version of the file type, in AAC inside a frame: the times tell. The
    /// MP3 sample starts with a tag of its encoder.
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

    /// One bit of the ciphertext is wrong: a block of garbage and one bit of the next one.
    ///
    /// Where a format has checksums all over it is always noticed.
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

    /// Elsewhere a block is noticed where it hits a header: a stream of 188-byte packets shows at least one in fifteen.
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
