import Bitstreams
import ElementaryStreams
import HLSPlaylists
import ISOBaseMedia
import Mezzanines

/// Finds `VIDEO-RANGE`: of the transfer characteristics that a sample entry or the bitstream tells (ITU-T H.273 table 3).
enum VideoRangeReader {
    /// The range of a track: SDR where nothing says otherwise.
    static func range(of track: LadderTrack) -> StreamInformation.VideoRange {
        let entry = track.source.format.sampleEntry
        if let dolbyVision = DolbyVisionDescription(of: entry),
            !dolbyVision.isOverBase || dolbyVision.profile == 5
        {
            return .pq
        }
        switch colour(of: entry) ?? bitstream(track.source.format) {
        case 16: return .pq
        case 18: return .hlg
        default: return .sdr
        }
    }

    /// transfer_characteristics of `colr` (ISO/IEC 14496-12, 12.1.5), nclx or QuickTime's nclc; nil where it says nothing.
    private static func colour(of entry: BoxNode) -> UInt8? {
        for box in entry.all("colr") {
            let type = String(decoding: box.fields.prefix(4), as: UTF8.self)
            guard type == "nclx" || type == "nclc", box.fields.count >= 10 else { continue }
            let transfer = box.fields.dropFirst(6).prefix(2).reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
            // 2: unspecified.
            return transfer == 2 ? nil : UInt8(clamping: transfer)
        }
        return nil
    }

    /// transfer_characteristics of the first parameter set or sequence header of the configuration; nil where it says nothing.
    private static func bitstream(_ format: TrackFormat) -> UInt8? {
        let entry = format.sampleEntry
        switch format.codec {
        case .avc, .hevc: return format.bitstreamSignal?.colours?.transfer
        case .av1:
            guard let box = entry.first("av1C"), let configuration = try? AV1ConfigurationBox(box.box) else {
                return nil
            }
            return sequenceHeader(configuration.configurationUnits)?.color.transfer
        default: return nil
        }
    }

    /// The sequence header among the units of a configuration.
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
