import SampleEncryption
import Testing
import TransportStreams

/// Comparison of the program map of a protected segment with that of the clear one.
struct ProgramMapComparisonTests {
    private static let clear = SectionBytes.map([
        SectionBytes.stream(0x1B, 0x100, [(0x28, "64001f3f")]),
        SectionBytes.stream(0x81, 0x101, [(0x05, "41432d33"), (0x0A, "656e6700"), (0x09, "00010002")]),
        SectionBytes.stream(0x15, 0x102, [(0x26, "ffff49443320ff49443320000f")]),
    ])

    /// Returns the differences found in the correct protected map after `change`.
    private static func faults(_ change: @Sendable (inout ProgramMapTable) -> Void) throws -> [String] {
        var map = try ProtectedProgramMap(
            clear,
            streams: [
                TransportStreamSurvey.Stream(pid: PacketIdentifier(0x100), codec: .avc),
                ProtectedProgramMapTests.audio(0x101, .ac3, "7a6163330000010a0b77e1c1104043e106f0"),
            ]
        ).protectedMap
        change(&map)
        return ProgramMapReading.differences(of: map, from: clear).map(\.found)
    }

    @Test func findsNoneInWhatWasWritten() throws {
        #expect(try Self.faults { _ in }.isEmpty)
    }

    @Test func allowsWhatMayBeDropped() throws {
        #expect(try Self.faults { $0.streams[0].descriptors.removeLast() }.isEmpty)
        #expect(try Self.faults { _ = $0.streams[1].descriptors.remove(at: 2) }.isEmpty)
    }

    private typealias Change = @Sendable (inout ProgramMapTable) -> Void

    private static let cases: [(name: String, change: Change, found: [String])] = [
        ("the version of the clear map", { $0.version = 0 }, ["version_number 0"]),
        (
            "another stream type", { $0.streams[0].type = StreamType(rawValue: 0xCF) },
            ["stream_type 0xCF"]
        ),
        (
            "data of another type", { $0.streams[2].type = StreamType(rawValue: 0x06) },
            ["stream_type 0x06"]
        ),
        (
            "a descriptor of data less", { $0.streams[2].descriptors = [] }, ["descriptor missing"]
        ),
        (
            "conditional access less", { $0.streams[1].descriptors.removeLast() }, ["descriptor missing"]
        ),
        (
            "another order", { $0.streams[1].descriptors.swapAt(2, 3) },
            // The language descriptor may be missing, but not be at another position.
            ["descriptor of tag 0x0A with 4 bytes"]
        ),
        (
            "a descriptor more",
            { $0.streams[0].descriptors.append(ProgramDescriptor(tag: 0x52, body: [1])) },
            ["descriptor of tag 0x52 with 1 byte"]
        ),
        (
            "a descriptor twice",
            { $0.streams[0].descriptors.append($0.streams[0].descriptors[1]) },
            ["descriptor of tag 0x28 with 4 bytes"]
        ),
        ("a stream less", { $0.streams.removeLast() }, ["elementary_PIDs 0x0100 0x0101"]),
    ]

    @Test(arguments: cases.indices)
    func finds(index: Int) throws {
        let (name, change, found) = Self.cases[index]
        #expect(try Self.faults(change) == found, "\(name)")
    }

    /// A stream without frames in the segment stays clear, in the map as well.
    @Test func allowsAClearStream() throws {
        let found = try Self.faults { map in
            map.streams[1] = Self.clear.streams[1]
        }
        #expect(found.isEmpty)
    }
}
