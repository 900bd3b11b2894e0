import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// Announces SBR and PS in the configuration of HE-AAC whose input did not: HLS wants it so in fragmented MP4
/// (Apple HLS authoring specification 2.24).
///
/// The extension stands behind the configuration of the core, where a decoder that knows neither does not look (ISO/IEC
/// 14496-3, 1.6.5.3, backward compatible explicit signalling); frames stay as they are.
enum AACAnnouncement {
    /// A track whose configuration says what its frames are.
    ///
    /// - Parameters:
    ///   - track: AAC or another codec.
    ///   - sound: what its frames are.
    ///   - request: says whether it goes into fragmented MP4.
    /// - Returns: the track, with another sample entry where that is needed and can be.
    static func announced(
        _ track: LadderTrack,
        _ sound: SoundDescription,
        _ request: PackagingRequest
    ) -> LadderTrack {
        let format = track.source.format
        let isExtended = [AACExtension.bandReplication, AACExtension.parametricStereo].contains(sound.codecs)
        guard request.segmentFormat == .fragmentedMP4, isExtended, format.codec == .aac,
            let index = format.sampleEntry.children.firstIndex(where: { $0.type == "esds" }),
            let configuration = configuration(
                format.sampleEntry.children[index].box,
                hasParametricStereo: sound.codecs == AACExtension.parametricStereo
            ),
            let body = try? ElementaryStreamDescriptorBox.body(
                of: format.sampleEntry.children[index].box,
                replacing: configuration
            )
        else { return track }
        var entry = format.sampleEntry
        entry.children[index].fields = body[...]
        return track.with(
            TrackFormat(codec: format.codec, sampleEntry: entry, picture: format.picture, sound: format.sound)
        )
    }

    /// AudioSpecificConfig with the extension; nil where it has one, or is of no form that ends on a byte.
    private static func configuration(_ box: Box, hasParametricStereo: Bool) -> [UInt8]? {
        guard let bytes = (try? ElementaryStreamDescriptorBox(box))?.decoderConfiguration,
            let core = try? AudioSpecificConfiguration(bytes, at: 0),
            core.coreObjectType == 2, !core.hasSpectralBandReplication, let first = bytes.first
        else { return nil }
        // Object type, index of the rate, 24 bits of a rate without index, channels, and three flags, all 0.
        let second = bytes.dropFirst().first ?? 0
        let hasRate = (first & 7) << 1 | second >> 7 == 15
        let size = hasRate ? 5 : 2
        guard bytes.count >= size, let last = bytes.prefix(size).last, last & 7 == 0 else { return nil }
        var writer = BitWriter()
        AudioSpecificConfiguration.writeExtensions(
            coreRate: core.samplingRate,
            hasParametricStereo: hasParametricStereo,
            to: &writer
        )
        return Array(bytes.prefix(size)) + writer.bytes
    }
}
