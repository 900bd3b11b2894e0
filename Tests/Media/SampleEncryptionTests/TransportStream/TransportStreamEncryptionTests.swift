import Ciphers
import SampleEncryption
import TestRandomness
import Testing
import TransportStreams

/// Invariants of protected segments, tested on random ones; the test's name has the seed.
struct TransportStreamEncryptionTests {
    /// The seeds; `make` derives the options of each segment from its seed.
    static let cases: [UInt64] = Array(1...40)

    static func make(_ seed: UInt64, hasLateTables: Bool? = nil) -> RandomSegment {
        var random = SeededGenerator(seed: seed)
        return RandomSegment(
            using: &random,
            RandomSegment.Options(
                runsOver: seed % 2 == 0,
                hasDuplicates: seed % 3 == 0,
                hasLongHeaders: seed % 5 == 0,
                hasEmptyPackets: seed % 4 > 1,
                hasLateTables: hasLateTables ?? (seed % 11 > 7),
                pictures: seed % 7 == 0 ? 40 : 8
            )
        )
    }

    @Test(arguments: cases)
    func decryptsToTheSameInvariants(seed: UInt64) throws {
        let random = Self.make(seed)
        let (protected, outcome) = try SegmentRun.encrypt(random.segment.bytes, random.survey())
        let clear = try SegmentRun.invariant(random.segment.bytes, key: nil)
        let decrypted = try SegmentRun.invariant(protected, key: try SegmentRun.key())
        for (index, pair) in zip(clear.records, decrypted.records).enumerated() where pair.0 != pair.1 {
            Issue.record("record \(index): \(pair.0.kind), \(pair.1.kind)")
            break
        }
        #expect(clear.records.count == decrypted.records.count)
        #expect(outcome.mac == clear.code)
        #expect(decrypted.code == clear.code)
        #expect(outcome.extent.length == UInt64(protected.count))
        // Without the key the bytes give another MAC.
        #expect(try SegmentRun.invariant(protected, key: nil).code != clear.code)
    }

    /// Compares elementary streams with the simple reference for SAMPLE-AES, unit by unit.
    @Test(arguments: cases)
    func encryptsEveryUnit(seed: UInt64) throws {
        let random = Self.make(seed)
        let protected = PlainDemultiplexer(
            try SegmentRun.encrypt(random.segment.bytes, random.survey()).bytes
        )
        let key = try SegmentRun.key()
        let cipher = PlainAVCCipher(key: key.key, iv: key.iv)
        var video: [UInt8] = []
        for (start, unit) in random.units { video += start + (try cipher.encrypt(unit)) }
        #expect(protected.pesPackets(RandomSegment.video).flatMap(\.data) == video)
        for (pid, accessUnits) in random.frames {
            let headerSize = pid == RandomSegment.aac ? 7 : 0
            let expected = try accessUnits.flatMap { try Self.encrypt($0, headerSize, key) }
            #expect(protected.pesPackets(pid).flatMap(\.data) == expected)
        }
    }

    /// Only the payload of protected streams, the map, stuffing, and added packets differ.
    @Test(arguments: cases)
    func leavesTheRestAlone(seed: UInt64) throws {
        let random = Self.make(seed)
        let clear = PlainDemultiplexer(random.segment.bytes)
        let (bytes, outcome) = try SegmentRun.encrypt(random.segment.bytes, random.survey())
        let protected = PlainDemultiplexer(bytes)
        let streams = random.survey().streams.map(\.pid.rawValue)
        #expect((protected.packets.count - clear.packets.count).isMultiple(of: 16))
        for (index, packet) in clear.packets.enumerated() {
            let offset = try #require(outcome.extent.map.outputOffset(of: UInt64(index * 188)))
            try #require(offset.isMultiple(of: 188) && offset < UInt64(bytes.count))
            let other = protected.packets[Int(offset) / 188]
            #expect(other.pid == packet.pid && other.start == packet.start && other.counter == packet.counter)
            #expect(other.bytes[1] == packet.bytes[1] && other.bytes[3] & 0xC0 == packet.bytes[3] & 0xC0)
            #expect(other.field == packet.field && other.payload.isEmpty == packet.payload.isEmpty)
            if packet.pid == SegmentBuilder.mapPID {
                #expect(other.bytes[5..<8] == [0x02, 0xB0, other.bytes[7]])
            } else if !streams.contains(packet.pid) {
                #expect(other.bytes == packet.bytes)
            } else if packet.pid != RandomSegment.video {
                #expect(other.payload.count == packet.payload.count)
            }
        }
        Self.expectCounters(protected)
        for pid in streams { expectHeaders(clear.pesPackets(pid), protected.pesPackets(pid)) }
    }

    /// Expects equal headers, except PES_packet_length, which has to match the data.
    private func expectHeaders(
        _ clear: [(header: [UInt8], data: [UInt8])],
        _ protected: [(header: [UInt8], data: [UInt8])]
    ) {
        #expect(clear.count == protected.count)
        for (one, other) in zip(clear, protected) {
            #expect(one.header[..<4] == other.header[..<4] && one.header[6...] == other.header[6...])
            let length = Int(other.header[4]) << 8 | Int(other.header[5])
            let isOpen = one.header[4] == 0 && one.header[5] == 0
            #expect(length == (isOpen ? 0 : other.header.count - 6 + other.data.count))
        }
    }

    private static func expectCounters(_ segment: PlainDemultiplexer) {
        for pid in Set(segment.packets.map(\.pid)).subtracting([0x1FFF]) {
            var last: PlainDemultiplexer.Packet?
            for packet in segment.packets where packet.pid == pid {
                if let last, !packet.hasPayload || packet.payload == last.payload {
                    // The packet is empty, or a duplicate of the one before.
                    #expect(packet.counter == last.counter || packet.counter == (last.counter + 1) & 15)
                } else if let last {
                    #expect(packet.counter == (last.counter + 1) & 15)
                }
                if packet.hasPayload { last = packet }
            }
        }
    }

    @Test(arguments: cases.prefix(8), [7, 188, 191, 4096])
    func doesTheSameInPiecesOfAnySize(seed: UInt64, pieces: Int) throws {
        let random = Self.make(seed)
        let (whole, outcome) = try SegmentRun.encrypt(
            random.segment.bytes,
            random.survey(),
            pieces: 10_000_000
        )
        let other = try SegmentRun.encrypt(random.segment.bytes, random.survey(), pieces: pieces)
        #expect(other.bytes == whole)
        #expect(other.outcome.mac == outcome.mac && other.outcome.extent.map == outcome.extent.map)
        let key = try SegmentRun.key()
        #expect(
            try SegmentRun.invariant(whole, key: key, pieces: pieces).records
                == SegmentRun.invariant(whole, key: key, pieces: 10_000_000).records
        )
    }

    @Test(arguments: cases.prefix(6), [PacketFormat.timestamped, .errorCorrected])
    func writesPacketsOf188Bytes(seed: UInt64, format: PacketFormat) throws {
        let random = Self.make(seed)
        let plain = try SegmentRun.encrypt(random.segment.bytes, random.survey())
        let source = random.segment.bytes(as: format)
        let other = try SegmentRun.encrypt(source, random.survey(format))
        #expect(other.bytes == plain.bytes)
        #expect(other.outcome.mac == plain.outcome.mac)
        #expect(try SegmentRun.invariant(source, key: nil).code == plain.outcome.mac)
        for packet in 0...random.segment.bytes.count / 188 {
            #expect(
                other.outcome.extent.map.outputOffset(of: UInt64(packet * format.stride))
                    == plain.outcome.extent.map.outputOffset(of: UInt64(packet * 188))
            )
        }
    }

    /// The hostile streams have to grow often, or the tests above would test little.
    @Test func growsOften() throws {
        let grown = try Self.cases.filter { seed in
            let random = Self.make(seed)
            let outcome = try SegmentRun.encrypt(random.segment.bytes, random.survey()).outcome
            return !outcome.extent.map.sizeChanges.isEmpty
        }
        #expect(grown.count > 10)
    }

    /// Encrypts an access unit of audio: one chain over the whole blocks after 16 bytes of each frame.
    private static func encrypt(
        _ frames: [[UInt8]],
        _ headerSize: Int,
        _ key: SampleAESKey
    ) throws -> [UInt8] {
        var iv = key.iv
        var result: [UInt8] = []
        for frame in frames {
            let start = min(headerSize + 16, frame.count)
            let size = (frame.count - start) / 16 * 16
            let clear = Array(frame[start..<start + size])
            let blocks = Array(try CBCEncryptor.encrypt(clear.span, key: key.key, iv: iv).prefix(size))
            if size > 0 { iv = try InitializationVector(bytes: Array(blocks.suffix(16))) }
            result += frame[..<start] + blocks + frame[(start + size)...]
        }
        return result
    }
}
