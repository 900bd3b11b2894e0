import Bitstreams
import ElementaryStreams

/// The properties of an HEVC stream, collected from its NAL units.
struct HEVCStreamProperties: VideoStreamProperties {
    private(set) var codec: CodecDescription?
    private(set) var pictureSize: PictureSize?
    private(set) var displaySize: PictureSize?
    private(set) var startsWithKeyFrame: Bool?

    static func wantedSize(_ prefix: ArraySlice<UInt8>) -> Int {
        kind(of: prefix) == .sequenceParameterSet ? .max : HEVCNALUnitKind.headerSize
    }

    mutating func add(_ unit: NALUnitScanner.Unit) throws(ParseError) {
        switch Self.kind(of: unit.bytes) {
        case .sequenceParameterSet:
            guard codec == nil else { return }
            let set = try HEVCSequenceParameterSet(unit.bytes, at: unit.offset)
            codec = .hevc("hvc1", set.profileTierLevel)
            pictureSize = set.pictureSize
            displaySize = set.signal?.aspectRatio.map {
                set.pictureSize.displaySize(pixelWidth: UInt32($0.width), pixelHeight: UInt32($0.height))
            }
        case .irapSlice:
            if startsWithKeyFrame == nil { startsWithKeyFrame = true }
        case .slice:
            if startsWithKeyFrame == nil { startsWithKeyFrame = false }
        case .other:
            break
        }
    }

    private static func kind(of bytes: ArraySlice<UInt8>) -> HEVCNALUnitKind {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return .other }
        return HEVCNALUnitKind(header: first, second)
    }
}
