import Bitstreams
import ElementaryStreams

/// The properties of an AVC stream, collected from its NAL units.
struct AVCStreamProperties: VideoStreamProperties {
    private var hasRecoveryPoint = false

    private(set) var codec: CodecDescription?
    private(set) var pictureSize: PictureSize?
    private(set) var displaySize: PictureSize?
    private(set) var startsWithKeyFrame: Bool?

    static func wantedSize(_ prefix: ArraySlice<UInt8>) -> Int {
        switch prefix.first.map(AVCNALUnitKind.init(header:)) {
        case .sequenceParameterSet, .sei: .max
        default: AVCNALUnitKind.headerSize
        }
    }

    mutating func add(_ unit: NALUnitScanner.Unit) throws(ParseError) {
        guard let header = unit.bytes.first else { return }
        switch AVCNALUnitKind(header: header) {
        case .sequenceParameterSet:
            guard codec == nil else { return }
            let set = try AVCSequenceParameterSet(unit.bytes, at: unit.offset)
            codec = .avc("avc1", profile: set.profile, constraints: set.constraints, level: set.level)
            pictureSize = set.pictureSize
            displaySize = set.signal?.aspectRatio.map {
                set.pictureSize.displaySize(pixelWidth: UInt32($0.width), pixelHeight: UInt32($0.height))
            }
        case .sei:
            // A message that cannot be parsed signals no recovery point.
            let isExact = try? AVCNALUnitKind.hasExactRecoveryPoint(unit.bytes, at: unit.offset)
            hasRecoveryPoint = hasRecoveryPoint || isExact == true
        case .idrSlice:
            if startsWithKeyFrame == nil { startsWithKeyFrame = true }
        case .slice:
            if startsWithKeyFrame == nil { startsWithKeyFrame = hasRecoveryPoint }
        case .other:
            break
        }
    }
}
