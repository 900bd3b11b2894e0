import Bitstreams
import ElementaryStreams

/// What tells about a stream of NAL units: its parameter sets, and the kind of its first picture.
protocol VideoUnits: Sendable {
    /// Nothing seen yet.
    init()
    /// Bytes of a NAL unit that `take` wants, by its first two.
    static func wantedSize(_ prefix: ArraySlice<UInt8>) -> Int
    /// Takes the start of the next NAL unit.
    mutating func take(_ unit: NALUnitScanner.Unit) throws(ParseError)
    /// How the stream is coded; nil before a parameter set.
    var codec: CodecDescription? { get }
    /// The size of its pictures; nil before a parameter set.
    var pictureSize: PictureSize? { get }
    /// The size at which they are shown; nil before a parameter set.
    var shownSize: PictureSize? { get }
    /// Whether decoding can begin with the first picture; nil before it.
    var startsWithKeyFrame: Bool? { get }
}

/// Reads AVC or HEVC up to the first picture and the first parameter set; SAMPLE-AES leaves both clear.
struct VideoReader<Units: VideoUnits>: ElementaryStreamReader {
    private var scanner = NALUnitScanner(limit: 4096) { Units.wantedSize($0) }
    private var units = Units()

    var length: MediaTicks? { nil }
    var frameCount: UInt64? { nil }

    private var isDone: Bool { units.codec != nil && units.startsWithKeyFrame != nil }

    mutating func consume(_ data: Span<UInt8>, startsPacket: Bool, at offset: UInt64) throws(ParseError) {
        var position = 0
        while !isDone, let unit = scanner.next(in: data, at: &position, offset: offset) {
            try units.take(unit)
        }
    }

    mutating func skipGap() {
        // What is open now would go on with bytes of another unit.
        scanner.discard()
    }

    mutating func finish() throws(ParseError) {
        if !isDone, let unit = scanner.finish() { try units.take(unit) }
    }

    func describe(_ track: inout MediaTrack) {
        if let codec = units.codec { track.codecs = [codec] }
        track.pictureSize = units.pictureSize
        track.shownSize = units.shownSize
        track.startsWithKeyFrame = units.startsWithKeyFrame
    }
}
