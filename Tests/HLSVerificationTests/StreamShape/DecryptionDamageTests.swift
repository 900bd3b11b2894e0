import HLSVerification
import Testing

/// What decryption with something wrong does to a stream (AES-128-CBC), and that it is noticed.
struct DecryptionDamageTests {
    /// All bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongKey(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for sample in try SampleStreams.all() {
            let garbage = random.bytes(min(sample.bytes.count, 4096))
            #expect(check(garbage, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// The first 16 bytes are garbage.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func noticesAWrongIV(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for sample in try SampleStreams.all() {
            let damaged = random.bytes(16) + sample.bytes.dropFirst(16)
            #expect(check(damaged, expecting: sample.expectation).fault != nil, "seed \(seed), \(sample)")
        }
    }

    /// Two segments swapped whose IVs are sequence numbers: the last bits of byte 15 are wrong. In fragmented MP4 that
    /// is the minor version of the file type, in AAC the inside of a frame: the times tell. (The MP3 sample starts with a tag of its encoder.)
    @Test(arguments: 1..<16 as Range<UInt8>)
    func noticesAWrongSequenceNumber(difference: UInt8) throws {
        let free = ["fmp40.m4s", "fmp41.m4s", "init", "self-initialising fmp4", "aac"]
        for sample in try SampleStreams.all() {
            var damaged = sample.bytes
            damaged[15] ^= difference
            let isNoticed = check(damaged, expecting: sample.expectation).fault != nil
            #expect(isNoticed == !free.contains(sample.description), "\(sample)")
        }
    }

    /// One bit of the ciphertext: a block of garbage and one bit of the next one. Where a format has checksums all over
    /// it is always noticed.
    @Test(arguments: ["ac3", "eac3"])
    func noticesAFlippedCiphertextBit(name: String) throws {
        var random = SplitMix64(seed: 7)
        let bytes = try SampleStreams.named(name).bytes
        for block in stride(from: 0, to: bytes.count - 32, by: 16) {
            var damaged = bytes
            damaged.replaceSubrange(block..<block + 16, with: random.bytes(16))
            damaged[block + 16] ^= 0x10
            #expect(check(damaged).fault != nil, "block at \(block)")
        }
    }

    /// Elsewhere a block is noticed where it hits a header: a stream of 188-byte packets shows at least one in fifteen.
    @Test func noticesFlippedBitsInPacketHeaders() throws {
        var random = SplitMix64(seed: 8)
        let bytes = try SampleStreams.named("ts avc aac").bytes
        for block in stride(from: 0, to: bytes.count - 32, by: 16) where block % 188 > 172 || block % 188 == 0
        {
            var damaged = bytes
            damaged.replaceSubrange(block..<block + 16, with: random.bytes(16))
            damaged[block + 16] ^= 0x10
            #expect(check(damaged).fault != nil, "block at \(block)")
        }
    }
}
