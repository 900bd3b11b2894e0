import CommonEncryption
import TestRandomness
import Testing

/// The protected ranges of AV1 samples written by hand (AV1 binding of ISO media files, section 4).
struct TileDataFinderTests {
    typealias Units = AV1OBUs

    static let small = Units.sequence(width: 64, height: 64)
    static let wide = Units.sequence(width: 256, height: 64)
    static let keyFrame = Units.bytes(Units.key(tiles: Units.oneTile))
    static let wideFrame = Units.bytes(Units.key(tiles: Units.fourTiles))

    private static func ranges(
        _ samples: [[UInt8]],
        configuration: [UInt8] = [],
        reading most: Int? = nil
    ) throws -> [Range<Int>] {
        var finder = try TileDataFinder(configuration: configuration)
        var ranges: [Range<Int>] = []
        for content in samples {
            ranges = []
            var sample = SampleInMemory(content)
            try finder.append(of: &sample, to: &ranges)
            if let most { #expect(sample.bytesRead <= most) }
        }
        return ranges
    }

    /// Returns the error thrown for these samples, as text, or nil if there is none.
    static func error(_ samples: [[UInt8]], configuration: [UInt8] = []) -> String? {
        do {
            _ = try ranges(samples, configuration: configuration)
            return nil
        } catch {
            return String(describing: error)
        }
    }

    @Test func protectsTheTileOfAFrame() throws {
        let head = Self.small + Units.unit(6, Self.keyFrame + Units.tile(40)).dropLast(40)
        #expect(try Self.ranges([head + Units.tile(40)]) == [head.count..<head.count + 40])
        // The sequence header is in configOBUs instead of the sample; the tile has one byte.
        let frame = Units.unit(6, Self.keyFrame + [0xEE])
        #expect(try Self.ranges([frame], configuration: Self.small) == [frame.count - 1..<frame.count])
    }

    @Test func leavesAllElseClear() throws {
        let otherOBUs =
            Units.unit(2, []) + Self.small + Units.unit(5, [1, 2, 3]) + Units.unit(15, [0x80])
            + Units.unit(9, [7, 7]) + Units.unit(0, [])
        let frame = Units.unit(6, Self.keyFrame + Units.tile(20))
        let end = otherOBUs.count + frame.count
        #expect(try Self.ranges([otherOBUs + frame + Units.unit(15, [0x80])]) == [end - 20..<end])
        // The second sample only shows an existing frame.
        let hidden = Units.bytes("0 00 0 1 0 0 0 00000001 0 0 1 01100100 0 0 0 0 0 0 000000 000000 000 0 1 1")
        let first = Self.small + frame + Units.unit(6, hidden + Units.tile(3))
        #expect(try Self.ranges([first, Units.unit(3, Units.bytes("1 000 1"))]) == [])
    }

    @Test func protectsEachTileOfAGroup() throws {
        let group =
            [0] + Units.sizedTile(5) + Units.sizedTile(300 % 256) + Units.sizedTile(16) + Units.tile(7)
        let frame = Units.unit(6, Self.wideFrame + group)
        let head = frame.count - group.count + Self.wide.count
        #expect(
            try Self.ranges([Self.wide + frame])
                == [head + 3..<head + 8, head + 10..<head + 54, head + 56..<head + 72, head + 72..<head + 79]
        )
    }

    /// Tile groups of tiles 0 to 1, 2, and 3, with a copy of the frame header between them.
    @Test func protectsSeveralGroups() throws {
        let header = Units.unit(3, Units.bytes(Units.key(tiles: Units.fourTiles) + "1"))
        let copy = Units.unit(7, Units.bytes(Units.key(tiles: Units.fourTiles) + "1"))
        let first = Units.unit(4, Units.bytes("1 00 01") + Units.sizedTile(20) + Units.tile(30))
        let second = Units.unit(4, Units.bytes("1 10 10") + Units.tile(9))
        let third = Units.unit(4, Units.bytes("1 11 11") + Units.tile(8), hasSize: false)
        let sample = Self.wide + header + first + copy + second + Units.unit(15, [1]) + third
        let start = Self.wide.count + header.count + 5
        let end = Self.wide.count + header.count + first.count
        let next = end + copy.count + second.count
        #expect(
            try Self.ranges([sample])
                == [start..<start + 20, end - 30..<end, next - 9..<next, sample.count - 8..<sample.count]
        )
    }

    /// Only the headers of large tiles are read.
    @Test func readsNoTiles() throws {
        let frame = Units.unit(6, Self.keyFrame + Units.tile(1 << 20))
        let sample = Self.small + frame
        #expect(
            try Self.ranges([sample], reading: 1200) == [sample.count - 1 << 20..<sample.count]
        )
    }

    /// A header of more than 256 bytes: 32 operating points, each with delays of 32 bits.
    @Test func readsLongHeaders() throws {
        let clock = Units.field(1, 32) + Units.field(25, 32)
        let model = Units.field(31, 5) + Units.field(1, 32) + Units.field(0, 10)
        let points = (0..<32).map {
            "\(Units.field(0x101 + $0 * 2, 12)) 01000 1 1 \(Units.field(7, 64)) 0 1 0111"
        }
        let sequence = Units.unit(
            1,
            Units.bytes(
                "000 0 0 1 \(clock) 0 1 \(model) 1 11111 \(points.joined()) 1100 1100 \(Units.field(63, 13))"
                    + "\(Units.field(63, 13)) 0 0 00 00 0 0 0 0 0 000 0 0 0 0 00 0 0 1"
            )
        )
        #expect(sequence.count > 360)
        // The frame header has frame_presentation_time and buffer_removal_time_present_flag.
        let frame = Units.bytes("0 00 1 0 0 0 0 0 0 1 01100100 0 0 0 0 0 0 000000 000000 000 0 1 1")
        let sample = sequence + Units.unit(6, frame + Units.tile(11))
        #expect(try Self.ranges([sample]) == [sample.count - 11..<sample.count])
        #expect(try Self.ranges([Units.unit(6, frame + [1])], configuration: sequence).count == 1)
    }

    @Test func eachLayerOfTheFirstOperatingPointIsProtected() throws {
        let sequence = Units.sequence(width: 64, height: 64, operatingPoint: 0x103)
        let base = Units.unit(6, Self.keyFrame + Units.tile(17), layer: 0)
        let inter = Units.unit(
            6,
            Units.bytes(Units.inter(tiles: Units.oneTile)) + Units.tile(18),
            layer: 1 << 5
        )
        let start = sequence.count + base.count
        let sample = sequence + base + inter
        #expect(try Self.ranges([sample]) == [start - 17..<start, sample.count - 18..<sample.count])
        let outside = Units.unit(
            6,
            Units.bytes(Units.inter(tiles: Units.oneTile)) + Units.tile(18),
            layer: 2 << 5
        )
        let error = Self.error([sequence + base + outside])
        #expect(error?.contains("unsupported(offset: \(5000 + start)") == true)
        #expect(error?.contains("temporal layer 2 and spatial layer 0") == true)
    }

    /// A sample that is cut off at any byte is refused, or its last tile is shorter.
    @Test func endsAnywhere() throws {
        let group = [0] + Units.sizedTile(5) + Units.sizedTile(44) + Units.sizedTile(16) + Units.tile(7)
        let sample = Self.wide + Units.unit(6, Self.wideFrame + group, hasSize: false)
        let whole = try Self.ranges([sample])
        for count in Self.wide.count + 1..<sample.count {
            guard let found = try? Self.ranges([Array(sample[..<count])]) else {
                #expect(count <= sample.count - 7)
                continue
            }
            #expect(count > sample.count - 7)
            #expect(found.dropLast() == whole.dropLast())
            #expect(found.last?.upperBound == count)
        }
    }

    /// For any damaged bytes, ranges are ascending and within the sample.
    @Test func holdsForDamagedSamples() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        let group = [0] + Units.sizedTile(5) + Units.sizedTile(44) + Units.sizedTile(16) + Units.tile(7)
        let sample = Self.wide + Units.unit(6, Self.wideFrame + group) + Units.unit(15, [1])
        for _ in 0..<2000 {
            var damaged = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] ^=
                    1 << UInt8.random(in: 0...7, using: &random)
            }
            guard let ranges = try? Self.ranges([damaged, damaged]) else { continue }
            var end = 0
            for range in ranges {
                #expect(
                    range.lowerBound >= end && !range.isEmpty && range.upperBound <= damaged.count,
                    "seed \(seed)"
                )
                end = range.upperBound
            }
        }
    }
}
