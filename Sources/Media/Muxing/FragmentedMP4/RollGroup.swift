import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// The sample group 'roll', which signals pre-roll: every sample is a sync sample, but decoded audio is
/// correct only some samples after the one where decoding starts (ISO/IEC 14496-12, 10.1).
struct RollGroup: Hashable, Sendable {
    /// roll_distance: the number of pre-roll samples, negative as they come before.
    let distance: Int16

    /// The audio object type of unified speech and audio coding (USAC), whose sync samples need no pre-roll
    /// (ISO/IEC 14496-3, table 1.17).
    private static let unifiedAudio: UInt8 = 42
    /// The pre-roll of Opus: 80 ms (RFC 7845, 4.6).
    private static let opusPreRoll = MediaTime(ticks: 80, timescale: 1000)

    /// Creates the group of all samples of a track, or nil if the codec needs no pre-roll.
    ///
    /// - Parameters:
    ///   - track: the track.
    ///   - shortestDuration: the duration of the shortest sample, in ticks.
    init?(_ track: SourceTrack, shortestDuration: UInt32) {
        switch track.format.codec {
        case .aac where Self.objectType(track.format.sampleEntry) != Self.unifiedAudio:
            // The transform overlaps with the frame before.
            distance = -1
        case .opus where shortestDuration > 0:
            let ticks = Int128(Self.opusPreRoll.ticks) * Int128(track.timescale)
            let frame = Int128(shortestDuration) * Int128(Self.opusPreRoll.timescale)
            distance = -Int16(clamping: (ticks + frame - 1) / frame)
        default:
            return nil
        }
    }

    private static func objectType(_ entry: BoxNode) -> UInt8? {
        guard let box = entry.first("esds")?.box,
            let bytes = (try? ElementaryStreamDescriptorBox(box))?.decoderConfiguration
        else { return nil }
        return (try? AudioSpecificConfiguration(bytes, at: 0))?.coreObjectType
    }

    /// The `sgpd` for `stbl`: version 1, one entry of two bytes (8.9.3).
    var descriptionBox: BoxNode {
        var fields: [UInt8] = [1, 0, 0, 0]
        fields.append(bigEndian: Self.groupingType.rawValue)
        fields.append(bigEndian: 2 as UInt32)
        fields.append(bigEndian: 1 as UInt32)
        fields.append(bigEndian: distance)
        return BoxNode("sgpd", fields: fields)
    }

    /// grouping_type.
    static let groupingType: FourCharacterCode = "roll"
}
