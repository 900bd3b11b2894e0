/// The tags of RFC 8216bis 4.4.
///
/// `definition` is the one table of them.
package enum TagName: Hashable, Sendable, CaseIterable {
    case extM3U, version, independentSegments, start, define
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly
    case partInformation, serverControl
    case segmentInformation, byteRange, discontinuity, key, map, programDateTime, gap, bitrate, part
    case dateRange, skip, preloadHint, renditionReport
    case media, streamInformation, iFrameStreamInformation, sessionData, sessionKey, contentSteering

    /// Its name, without the number sign.
    package var name: String { definition.name }

    /// What the RFC says of it.
    package var definition: TagDefinition {
        switch self {
        case .extM3U: TagDefinition("EXTM3U", in: .anyPlaylist, once: true)
        case .version: TagDefinition("EXT-X-VERSION", in: .anyPlaylist, once: true)
        case .independentSegments: TagDefinition("EXT-X-INDEPENDENT-SEGMENTS", in: .anyPlaylist, once: true)
        case .start: TagDefinition("EXT-X-START", in: .anyPlaylist, once: true)
        case .define: TagDefinition("EXT-X-DEFINE", in: .anyPlaylist)
        case .targetDuration: TagDefinition("EXT-X-TARGETDURATION", in: .mediaPlaylist, once: true)
        case .mediaSequence: TagDefinition("EXT-X-MEDIA-SEQUENCE", in: .mediaPlaylist, once: true)
        case .discontinuitySequence:
            TagDefinition("EXT-X-DISCONTINUITY-SEQUENCE", in: .mediaPlaylist, once: true)
        case .endList: TagDefinition("EXT-X-ENDLIST", in: .mediaPlaylist, once: true)
        case .playlistType: TagDefinition("EXT-X-PLAYLIST-TYPE", in: .mediaPlaylist, once: true)
        case .iFramesOnly: TagDefinition("EXT-X-I-FRAMES-ONLY", in: .mediaPlaylist, once: true)
        case .partInformation: TagDefinition("EXT-X-PART-INF", in: .mediaPlaylist, once: true)
        case .serverControl: TagDefinition("EXT-X-SERVER-CONTROL", in: .mediaPlaylist, once: true)
        case .segmentInformation: TagDefinition("EXTINF", in: .mediaSegment)
        case .byteRange: TagDefinition("EXT-X-BYTERANGE", in: .mediaSegment)
        case .discontinuity: TagDefinition("EXT-X-DISCONTINUITY", in: .mediaSegment)
        case .key: TagDefinition("EXT-X-KEY", in: .mediaSegment)
        case .map: TagDefinition("EXT-X-MAP", in: .mediaSegment)
        case .programDateTime: TagDefinition("EXT-X-PROGRAM-DATE-TIME", in: .mediaSegment)
        case .gap: TagDefinition("EXT-X-GAP", in: .mediaSegment)
        case .bitrate: TagDefinition("EXT-X-BITRATE", in: .mediaSegment)
        case .part: TagDefinition("EXT-X-PART", in: .mediaSegment)
        case .dateRange: TagDefinition("EXT-X-DATERANGE", in: .mediaPlaylist)
        case .skip: TagDefinition("EXT-X-SKIP", in: .mediaPlaylist)
        case .preloadHint: TagDefinition("EXT-X-PRELOAD-HINT", in: .mediaPlaylist)
        case .renditionReport: TagDefinition("EXT-X-RENDITION-REPORT", in: .mediaPlaylist)
        case .media: TagDefinition("EXT-X-MEDIA", in: .multivariantPlaylist)
        case .streamInformation: TagDefinition("EXT-X-STREAM-INF", in: .multivariantPlaylist)
        case .iFrameStreamInformation:
            TagDefinition("EXT-X-I-FRAME-STREAM-INF", in: .multivariantPlaylist)
        case .sessionData: TagDefinition("EXT-X-SESSION-DATA", in: .multivariantPlaylist)
        case .sessionKey: TagDefinition("EXT-X-SESSION-KEY", in: .multivariantPlaylist)
        case .contentSteering:
            TagDefinition("EXT-X-CONTENT-STEERING", in: .multivariantPlaylist, once: true)
        }
    }
}

extension TagName {
    /// The tag with a name.
    init?(_ name: ArraySlice<UInt8>) {
        guard name.count < Self.byLength.count else { return nil }
        let match = Self.byLength[name.count].first { $0.name.elementsEqual(name) }
        guard let match else { return nil }
        self = match.tag
    }

    /// The tags by the length of their name: a look-up compares with at most a few.
    private static let byLength: [[(name: [UInt8], tag: TagName)]] = {
        let names = allCases.map { (name: Array($0.name.utf8), tag: $0) }
        let longest = names.map(\.name.count).max() ?? 0
        return (0...longest).map { length in names.filter { $0.name.count == length } }
    }()
}
