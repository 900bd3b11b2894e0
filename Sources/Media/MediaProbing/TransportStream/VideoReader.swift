import Bitstreams
import ElementaryStreams

/// The properties of a video stream, collected from its parameter sets and the type of its first picture.
protocol VideoStreamProperties: Sendable {
    init()
    /// Returns the number of bytes that `add` needs of a NAL unit that starts with these two.
    static func wantedSize(_ prefix: ArraySlice<UInt8>) -> Int
    /// Parses the start of the next NAL unit.
    mutating func add(_ unit: NALUnitScanner.Unit) throws(ParseError)
    /// The codec, or nil before the first sequence parameter set.
    var codec: CodecDescription? { get }
    /// The size of the pictures as coded, or nil before the first sequence parameter set.
    var pictureSize: PictureSize? { get }
    /// The display size, or nil before the first sequence parameter set or if it has no aspect ratio.
    var displaySize: PictureSize? { get }
    /// Indicates whether decoding can begin with the first picture; nil before that picture.
    var startsWithKeyFrame: Bool? { get }
}

/// A parser of AVC or HEVC up to the first picture and the first sequence parameter set.
///
/// The bytes that the parser needs are clear in SAMPLE-AES streams, too.
struct VideoReader<Properties: VideoStreamProperties>: ElementaryStreamReader {
    private var scanner = NALUnitScanner(limit: 4096) { Properties.wantedSize($0) }
    private var properties = Properties()

    var length: MediaTicks? { nil }
    var frameCount: UInt64? { nil }

    private var isDone: Bool { properties.codec != nil && properties.startsWithKeyFrame != nil }

    mutating func consume(_ data: Span<UInt8>, startsPacket: Bool, at offset: UInt64) throws(ParseError) {
        var position = 0
        while !isDone, let unit = scanner.next(in: data, at: &position, offset: offset) {
            try properties.add(unit)
        }
    }

    mutating func skipGap() {
        // An incomplete NAL unit would continue with bytes of another one.
        scanner.discard()
    }

    mutating func finish() throws(ParseError) {
        if !isDone, let unit = scanner.finish() { try properties.add(unit) }
    }

    func describe(_ track: inout MediaTrack) {
        if let codec = properties.codec { track.codecs = [codec] }
        track.pictureSize = properties.pictureSize
        track.displaySize = properties.displaySize
        track.startsWithKeyFrame = properties.startsWithKeyFrame
    }
}
