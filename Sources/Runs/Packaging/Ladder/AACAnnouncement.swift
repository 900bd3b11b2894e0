import Bitstreams
import ElementaryStreams
import ISOBaseMedia
import Mezzanines

/// Announces SBR and PS in the configuration of HE-AAC whose input did not.
///
/// HLS requires that in fragmented MP4 (Apple HLS authoring specification 2.24). The extension follows the
/// core configuration, where a decoder that supports neither does not look (ISO/IEC 14496-3, 1.6.5.3,
/// backward compatible explicit signalling). Frames stay unchanged.
enum AACAnnouncement {
    /// Returns a track with a configuration that announces the extensions of its frames.
    ///
    /// - Parameters:
    ///   - track: a track of AAC or another codec.
    ///   - sound: the description of its frames.
    ///   - request: the request, which has the segment format.
    /// - Returns: the track, with another sample entry if that is needed and possible.
    static func announced(
        _ track: LadderTrack,
        _ sound: AudioDescription,
        _ request: PackagingRequest
    ) -> LadderTrack {
        let format = track.source.format
        let isExtended = [AACProfile.bandReplication, AACProfile.parametricStereo].contains(sound.codecs)
        guard request.segmentFormat == .fragmentedMP4, isExtended, format.codec == .aac,
            let index = format.sampleEntry.children.firstIndex(where: { $0.type == "esds" }),
            let configuration = configuration(
                format.sampleEntry.children[index].box,
                hasParametricStereo: sound.codecs == AACProfile.parametricStereo
            ),
            let body = try? ElementaryStreamDescriptorBox.body(
                of: format.sampleEntry.children[index].box,
                replacing: configuration
            )
        else { return track }
        var entry = format.sampleEntry
        entry.children[index].fields = body[...]
        return track.with(
            TrackFormat(
                codec: format.codec,
                sampleEntry: entry,
                codedSize: format.codedSize,
                audio: format.audio
            )
        )
    }

    /// Returns an AudioSpecificConfig with the extension, or nil if it has one or does not end at a byte
    /// border.
    private static func configuration(_ box: Box, hasParametricStereo: Bool) -> [UInt8]? {
        guard let bytes = (try? ElementaryStreamDescriptorBox(box))?.decoderConfiguration,
            let core = try? AudioSpecificConfiguration(bytes, at: 0),
            core.coreObjectType == 2, !core.hasSpectralBandReplication, let first = bytes.first
        else { return nil }
        // Object type, frequency index, 24 bits of a frequency if that is 15, channels, and three flags, all
        // 0.
        let second = bytes.dropFirst().first ?? 0
        let hasExplicitRate = (first & 7) << 1 | second >> 7 == 15
        let size = hasExplicitRate ? 5 : 2
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
