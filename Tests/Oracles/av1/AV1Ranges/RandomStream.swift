import Bitstreams
import ElementaryStreams
import TestRandomness

/// A random AV1 stream whose headers parse, to cover combinations of all branches of the syntax.
///
/// Headers end where the parser ends, and get the bits that have to end them. The result of another parser
/// shows whether this one is right.
struct RandomStream {
    private static let frameCount = 24
    private static let attempts = 400
    private static let longestHeader = 900

    private(set) var configuration: [UInt8] = []
    private(set) var samples: [[UInt8]] = []
    private var random: SeededGenerator
    private var frames = AV1DecodingState()

    /// Generates a stream; the same seed gives the same stream.
    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        var payload: [UInt8] = []
        while payload.isEmpty { payload = sequenceHeader() ?? [] }
        configuration = unit(.sequenceHeader, payload, layer: nil)
        for _ in 0..<Self.frameCount {
            var sample: [UInt8] = samples.isEmpty ? configuration : []
            for _ in 0...Int.random(in: 0...2, using: &random) { sample += frame() ?? [] }
            if sample.count > configuration.count || !samples.isEmpty && !sample.isEmpty {
                samples.append(sample)
            }
        }
    }

    private mutating func sequenceHeader() -> [UInt8]? {
        var payload = random.bytes(Self.longestHeader)
        // seq_profile
        payload[0] = payload[0] & 0x1F | UInt8.random(in: 0...2, using: &random) << 5
        guard
            let length = fixTrailingBits(
                &payload,
                { bytes throws(ParseError) in
                    for length in 1...bytes.count {
                        do throws(ParseError) {
                            _ = try AV1SequenceHeader(bytes.prefix(length), at: 0)
                            return length
                        } catch {
                            guard case .truncated = error else { throw error }
                        }
                    }
                    return bytes.count
                }
            )
        else { return nil }
        guard let header = try? AV1SequenceHeader(payload[..<length], at: 0),
            (try? frames.processSequenceHeader(header, at: 0)) != nil
        else { return nil }
        return Array(payload[..<length])
    }

    /// Returns a frame with its tiles, or nil if no random bits give one.
    private mutating func frame() -> [UInt8]? {
        for _ in 0..<Self.attempts {
            var payload = random.bytes(Self.longestHeader)
            if samples.isEmpty {
                // A shown key frame, so that all reference slots are set.
                payload[0] = payload[0] & 0x0F | 0x10
            } else if Int.random(in: 0..<4, using: &random) > 0 {
                // show_existing_frame is 0.
                payload[0] &= 0x7F
            }
            let isWhole = Bool.random(using: &random)
            let layer = layer()
            let first = AV1OBUType(rawValue: isWhole ? 6 : 3)
            guard let header = header(of: first, layer: layer) else { continue }
            let before = frames
            var after = frames
            let length = fixTrailingBits(&payload) { bytes throws(ParseError) in
                after = before
                return try after.processFrameHeader(bytes, at: 0, obuHeader: header)
            }
            guard let length else { continue }
            frames = after
            let bytes = Array(payload[..<length])
            guard frames.isInsideFrame else { return unit(first, bytes, layer: layer) }
            guard let tiles = tiles(header) else { return nil }
            return isWhole
                ? unit(first, bytes + tiles, layer: layer)
                : unit(first, bytes, layer: layer) + unit(.tileGroup, tiles, layer: layer)
        }
        return nil
    }

    private mutating func layer() -> UInt8? {
        guard Int.random(in: 0..<4, using: &random) == 0, let point = frames.sequence?.operatingPoints.first
        else {
            return nil
        }
        let header = UInt8.random(in: 0...31, using: &random) << 3
        return point.contains(AV1Layer(extensionHeader: header)) ? header : nil
    }

    private mutating func tiles(_ header: AV1OBUHeader) -> [UInt8]? {
        guard let group = try? frames.processTileGroupHeader([0, 0, 0, 0], at: 0, obuHeader: header) else {
            return nil
        }
        var bytes = [UInt8](repeating: 0, count: group.length)
        for tile in group.tiles {
            let size = Int.random(in: 1...(group.tiles.count > 64 ? 2 : 40), using: &random)
            if tile < group.tiles.upperBound {
                bytes += [UInt8(size - 1)] + [UInt8](repeating: 0, count: group.tileSizeLength - 1)
            }
            bytes += random.bytes(size)
        }
        return bytes
    }

    /// Sets the bits that end a header if the parser finds them wrong, and returns the header's length.
    private func fixTrailingBits(
        _ bytes: inout [UInt8],
        _ parse: (ArraySlice<UInt8>) throws(ParseError) -> Int
    ) -> Int? {
        do throws(ParseError) {
            return try parse(bytes[...])
        } catch {
            let offset = Int(error.offset)
            guard offset < bytes.count else { return nil }
            switch error {
            case .invalid(_, "byte alignment", _, _), .invalid(_, "trailing_one_bit", _, _): break
            default: return nil
            }
            let original = bytes[offset]
            for keptBits in (0..<8).reversed() {
                for end: UInt8 in [0, 0x80] {
                    bytes[offset] = original & ~(0xFF >> keptBits) | end >> keptBits
                    if let length = try? parse(bytes[...]) { return length }
                }
            }
            return nil
        }
    }

    private func header(of type: AV1OBUType, layer: UInt8?) -> AV1OBUHeader? {
        try? AV1OBUHeader(unit(type, [], layer: layer)[...], at: 0)
    }

    private func unit(_ type: AV1OBUType, _ payload: [UInt8], layer: UInt8?) -> [UInt8] {
        var bytes = [type.rawValue << 3 | (layer == nil ? 0 : 4) | 2] + (layer.map { [$0] } ?? [])
        var size = payload.count
        repeat {
            bytes.append(UInt8(size & 0x7F) | (size > 0x7F ? 0x80 : 0))
            size >>= 7
        } while size > 0
        return bytes + payload
    }
}
