import HLSPlaylists
import ProtectionTerms

/// The rule that applies to a tag in `--drop-tags`.
enum TagRemovalRule {
    /// The tag may be removed: the remaining lines keep their meaning.
    case free
    /// The tag may be removed only together with others, for the given reason.
    case onlyWith([TagName], String)
    /// The tag may not be removed, for the given reason.
    case never(String)
}

extension TagName {
    /// The rule that applies to this tag in `--drop-tags`.
    var removalRule: TagRemovalRule {
        switch self {
        case .extM3U: .never("a playlist begins with it")
        case .version: .never("the contents of the playlist need its version")
        case .define: .never("URIs and attributes may have its variables")
        case .independentSegments, .start, .playlistType: .free
        // Media playlists
        case .targetDuration: .never("a media playlist has one")
        case .mediaSequence: .never("it numbers the segments, and an implicit IV is this number")
        case .discontinuitySequence: .never("it numbers the discontinuities, by which renditions are aligned")
        case .endList: .never("a presentation that has ended would be a live one")
        case .iFramesOnly: .never("players would expect whole segments, but there are only I-frames")
        case .partInformation:
            .onlyWith([.part, .preloadHint], "a playlist with parts says how long they are")
        case .serverControl:
            .onlyWith(
                [.partInformation, .part, .preloadHint],
                "a playlist with parts says how far from its end players play"
            )
        // Segments
        case .segmentInformation: .never("each segment has one")
        case .byteRange: .never("a segment would be its whole file")
        case .discontinuity: .never("players could not follow the change of timestamps or formats")
        case .key:
            .never("the key of encrypted segments is in it; \(CommandOption.dropDRM) removes key systems")
        case .map: .never("segments could not be decoded")
        case .programDateTime:
            .onlyWith([.dateRange], "a playlist with date ranges has dates (RFC 8216bis 4.4.5.1)")
        case .gap: .never("players would ask for segments that are not there")
        case .part: .onlyWith([.partInformation, .preloadHint], "a playlist that announces parts has them")
        case .bitrate, .dateRange, .preloadHint, .renditionReport: .free
        case .skip: .never("segments that are skipped would be lost")
        // Multivariant playlists
        case .media: .never("variants name its groups; \(CommandOption.drop) removes renditions")
        case .streamInformation: .never("it is a variant; \(CommandOption.drop) removes variants")
        case .iFrameStreamInformation:
            .never("it is a variant; \(CommandOption.drop) type=i-frames removes those of I-frames")
        case .sessionKey: .never("it names a key; \(CommandOption.sessionKeys) none removes session keys")
        case .sessionData, .contentSteering: .free
        }
    }
}
