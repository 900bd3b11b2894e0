import Bitstreams
import Testing
import TransportStreams

/// Detection of the packet size, and division of streams into packets.
struct PacketFormatTests {
    /// Returns `count` packets of a format, each with the sync byte and then its number, from 1 on, repeated.
    private static func stream(_ format: PacketFormat, count: Int, trailing: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in 0..<count {
            bytes += [UInt8](repeating: 0, count: format.prefixSize) + [TransportPacketHeader.syncByte]
            bytes += [UInt8](repeating: UInt8(number % 0x40) + 1, count: 187)
            bytes += [UInt8](repeating: 0, count: format.stride - format.prefixSize - 188)
        }
        return bytes + [UInt8](repeating: TransportPacketHeader.syncByte, count: trailing)
    }

    @Test(arguments: [PacketFormat.plain, .timestamped, .errorCorrected], [1, 2, 3, 4, 20])
    func detects(format: PacketFormat, count: Int) {
        let stream = Self.stream(format, count: count)
        let prefix = Array(stream.prefix(PacketFormat.detectionLength))
        #expect(PacketFormat.detect(prefix.span) == format)
    }

    /// A file of 192-byte packets whose arrival times begin with 0x47 is not detected as one of 188.
    @Test func isNotMisledByOneByte() {
        var stream = Self.stream(.timestamped, count: 5)
        stream[0] = 0x47
        stream[188] = 0x47
        let prefix = Array(stream[..<PacketFormat.detectionLength])
        #expect(PacketFormat.detect(prefix.span) == .timestamped)
    }

    @Test(
        arguments: [
            ("nothing", []),
            ("less than a packet", [UInt8](repeating: 0x47, count: 187)),
            ("one sync byte", [0x47] + [UInt8](repeating: 0, count: 500)),
            ("two sync bytes", stream(.plain, count: 2) + [UInt8](repeating: 0, count: 188)),
            ("a byte in front", [0] + stream(.plain, count: 5)),
            ("text", [UInt8](repeating: UInt8(ascii: "a"), count: 600)),
        ] as [(String, [UInt8])]
    )
    func detectsNone(name: String, stream: [UInt8]) {
        let prefix = Array(stream.prefix(PacketFormat.detectionLength))
        #expect(PacketFormat.detect(prefix.span) == nil, "\(name)")
    }

    @Test(
        arguments: [PacketFormat.plain, .timestamped, .errorCorrected],
        [1, 100, 188, 191, 409, 10_000]
    )
    func cutsPackets(format: PacketFormat, size: Int) throws {
        let stream = Self.stream(format, count: 7)
        var found: [UInt64: [UInt8]] = [:]
        try Self.read(stream, chunk: size) { found[$0] = $1 }
        var expected: [UInt64: [UInt8]] = [:]
        for number in 0..<7 {
            expected[UInt64(number * format.stride + format.prefixSize)] =
                [0x47] + [UInt8](repeating: UInt8(number + 1), count: 187)
        }
        #expect(found == expected)
    }

    @Test(
        arguments: [
            ("a partial packet at the end", stream(.plain, count: 3, trailing: 7), 3 * 188, 188, 7),
            ("a partial packet of 192", stream(.timestamped, count: 3, trailing: 191), 3 * 192, 192, 191),
            ("no bytes", [], 0, 188, 0),
            ("half a packet", stream(.plain, count: 0, trailing: 94), 0, 188, 94),
        ] as [(String, [UInt8], UInt64, UInt64, UInt64)]
    )
    func refusesCutPackets(
        name: String,
        stream: [UInt8],
        offset: UInt64,
        needed: UInt64,
        available: UInt64
    ) {
        #expect(
            throws: ParseError.truncated(offset: offset, needed: needed, available: available),
            "\(name)"
        ) {
            try Self.read(stream, chunk: 50) { _, _ in }
        }
    }

    @Test func refusesWhatIsNoStream() {
        let error = #expect(throws: ParseError.self) {
            try Self.read([UInt8](repeating: 0, count: 1000), chunk: 1000) { _, _ in }
        }
        #expect(error?.offset == 0)
    }

    private static func read(
        _ stream: [UInt8],
        chunk size: Int,
        _ onPacket: (UInt64, [UInt8]) -> Void
    ) throws(ParseError) {
        var reader = PacketReader()
        for start in stride(from: 0, to: stream.count, by: size) {
            reader.append(stream.span.extracting(start..<min(start + size, stream.count)))
            while let packet = try reader.next() {
                onPacket(packet.offset, Array(reader.bytes[packet.range]))
            }
        }
        while let packet = try reader.next(isLast: true) {
            onPacket(packet.offset, Array(reader.bytes[packet.range]))
        }
    }
}
