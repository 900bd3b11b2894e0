import ElementaryStreams
import HLSPlaylists
import ISOBaseMedia
import Mezzanines

/// Finds `VIDEO-RANGE` by transfer_characteristics of a sample entry or bitstream (ITU-T H.273 table 3).
enum VideoRangeReader {
    /// Returns the range of a track, or SDR if nothing indicates another.
    static func range(of track: LadderTrack) -> StreamInformation.VideoRange {
        let entry = track.source.format.sampleEntry
        if let dolbyVision = DolbyVisionDescription(of: entry),
            !dolbyVision.hasBaseLayerFormat || dolbyVision.profile == 5
        {
            return .pq
        }
        switch colorTransfer(of: entry) ?? bitstreamTransfer(track.source.format) {
        case 16: return .pq
        case 18: return .hlg
        default: return .sdr
        }
    }

    /// Returns transfer_characteristics of `colr`, or nil if it is absent or unspecified.
    private static func colorTransfer(of entry: BoxNode) -> UInt8? {
        // 2: unspecified.
        entry.colorNumbers.flatMap { $0.transfer == 2 ? nil : UInt8(clamping: $0.transfer) }
    }

    /// Returns transfer_characteristics of the first parameter set or sequence header, or nil if it has none.
    private static func bitstreamTransfer(_ format: TrackFormat) -> UInt8? {
        let entry = format.sampleEntry
        switch format.codec {
        case .avc, .hevc: return format.bitstreamVideoSignal?.colors?.transferCharacteristics
        case .av1:
            guard let box = entry.first("av1C"), let configuration = try? AV1ConfigurationBox(box.box) else {
                return nil
            }
            return sequenceHeader(configuration.configurationOBUs)?.color.transferCharacteristics
        default: return nil
        }
    }

    /// Returns the sequence header among the OBUs of a configuration, or nil.
    private static func sequenceHeader(_ units: ArraySlice<UInt8>) -> AV1SequenceHeader? {
        var rest = units
        while !rest.isEmpty, let header = try? AV1OBUHeader(rest.prefix(AV1OBUHeader.maximumLength), at: 0) {
            let payload = rest.dropFirst(header.length)
            let length = header.payloadLength.map { Int($0) } ?? payload.count
            if header.type == .sequenceHeader { return try? AV1SequenceHeader(payload.prefix(length), at: 0) }
            rest = payload.dropFirst(length)
        }
        return nil
    }
}
