import HLSPlaylists
import Mezzanines
import ProtectionTerms

/// Writes the multivariant playlist (RFC 8216bis 4.4.6).
struct MultivariantText {
    /// The renditions, in the order of the plan.
    let renditions: [LadderRendition]
    /// The audio groups.
    let audio: [RenditionGroups.Group]
    /// The subtitle groups: none or one.
    let subtitles: [RenditionGroups.Group]
    /// The requirements on devices.
    let policy: ContentPolicy
    /// `TIME-OFFSET` of `EXT-X-START`, or nil without the tag.
    let start: MediaTime?
    /// Indicates whether every segment can be decoded by itself.
    let isIndependent: Bool

    /// The text of the playlist.
    var text: String {
        // Version 1 suffices for all tags, so there is no EXT-X-VERSION.
        var lines = ["#EXTM3U"]
        if isIndependent { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
        if let start {
            lines.append(
                "#EXT-X-START:TIME-OFFSET=" + DecimalText.of(start.ticks(of: 1_000_000), decimals: 6)
            )
        }
        for group in audio { lines += media(group, type: "AUDIO") }
        for group in subtitles { lines += media(group, type: "SUBTITLES") }
        let video = renditions.filter { $0.planned.video != nil }
        let groups: [RenditionGroups.Group?] = audio.isEmpty ? [nil] : audio
        for group in groups {
            if video.isEmpty {
                if let main = group?.main { lines += variant(renditions[main.rendition], group) }
            } else {
                for rendition in video { lines += variant(rendition, group) }
            }
        }
        for rendition in video where rendition.iFramePlaylist != nil { lines.append(iFrames(rendition)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var hasVideo: Bool { renditions.contains { $0.planned.video != nil } }

    /// Indicates whether the variants of a group consist of this member, so that it has no URI.
    private func isInVariant(_ member: RenditionGroups.Member, _ group: RenditionGroups.Group) -> Bool {
        !hasVideo && group.main?.rendition == member.rendition
    }

    private func media(_ group: RenditionGroups.Group, type: String) -> [String] {
        group.members.map { member in
            let rendition = renditions[member.rendition]
            let planned = rendition.planned
            var attributes = AttributeListText()
            attributes.add("TYPE", type)
            attributes.add("GROUP-ID", quoted: group.id)
            attributes.add("NAME", quoted: member.name)
            attributes.add("LANGUAGE", quoted: planned.language?.text)
            attributes.add("DEFAULT", member.isDefault ? "YES" : "NO")
            attributes.add("AUTOSELECT", member.isAutoselect ? "YES" : "NO")
            if planned.isSubtitles { attributes.add("FORCED", planned.input.isForced ? "YES" : "NO") }
            attributes.add("CHANNELS", quoted: planned.audio?.channels)
            attributes.add("CHARACTERISTICS", quoted: planned.input.characteristics)
            if !isInVariant(member, group) || type != "AUDIO" { attributes.add("URI", quoted: rendition.uri) }
            return "#EXT-X-MEDIA:" + attributes.text
        }
    }

    private func variant(_ rendition: LadderRendition, _ group: RenditionGroups.Group?) -> [String] {
        let planned = rendition.planned
        // Adds the highest bitrate of each group in the variant (Apple HLS authoring specification 9.13).
        let otherMembers =
            [group].compactMap(\.self).map { group in
                group.members.filter { !isInVariant($0, group) }
            } + subtitles.map(\.members)
        let otherBitrates = otherMembers.map { members in
            members.compactMap { renditions[$0.rendition].bitrates }
        }
        let ownBitrates = rendition.bitrates
        let peak = (ownBitrates?.peak ?? 0) + otherBitrates.reduce(0) { $0 + ($1.map(\.peak).max() ?? 0) }
        let average =
            (ownBitrates?.average ?? 0) + otherBitrates.reduce(0) { $0 + ($1.map(\.average).max() ?? 0) }
        var codecs = planned.codecs
        for member in group?.members ?? [] {
            for codec in renditions[member.rendition].planned.codecs where !codecs.contains(codec) {
                codecs.append(codec)
            }
        }
        var attributes = AttributeListText()
        attributes.add("BANDWIDTH", Self.bits(peak))
        attributes.add("AVERAGE-BANDWIDTH", Self.bits(average))
        attributes.add("CODECS", quoted: codecs.joined(separator: ","))
        addVideo(planned, to: &attributes, withRate: true)
        attributes.add("AUDIO", quoted: group?.id)
        attributes.add("SUBTITLES", quoted: subtitles.first?.id)
        return ["#EXT-X-STREAM-INF:" + attributes.text, rendition.uri]
    }

    private func iFrames(_ rendition: LadderRendition) -> String {
        let planned = rendition.planned
        var attributes = AttributeListText()
        attributes.add("BANDWIDTH", Self.bits(rendition.iFrameBitrates?.peak ?? 0))
        attributes.add("AVERAGE-BANDWIDTH", Self.bits(rendition.iFrameBitrates?.average ?? 0))
        attributes.add("CODECS", quoted: planned.video?.codecs)
        addVideo(planned, to: &attributes, withRate: false)
        attributes.add("URI", quoted: rendition.iFrameURI)
        return "#EXT-X-I-FRAME-STREAM-INF:" + attributes.text
    }

    private func addVideo(_ planned: PlannedRendition, to attributes: inout AttributeListText, withRate: Bool)
    {
        if let video = planned.video {
            attributes.add("SUPPLEMENTAL-CODECS", quoted: video.supplementalCodecs)
            attributes.add("RESOLUTION", "\(video.resolution.width)x\(video.resolution.height)")
            if withRate { attributes.add("FRAME-RATE", video.frameRate?.text) }
            attributes.add("VIDEO-RANGE", video.range.rawValue)
        }
        attributes.add("HDCP-LEVEL", policy.level(of: planned)?.rawValue)
        attributes.add("ALLOWED-CPC", quoted: policy.allowedContentProtection)
    }

    /// Returns bits per second, rounded up, because less would not suffice.
    private static func bits(_ rate: Double) -> String { "\(UInt64(max(1, min(rate, 1e15)).rounded(.up)))" }
}
