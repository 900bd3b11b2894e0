import HLSPlaylists

/// Rules for a single `EXT-X-MEDIA` (RFC 8216bis 4.4.6.1).
enum RenditionRules {
    private static func error(_ id: String, _ summary: String) -> LintRule {
        .error(id, LintSource.rfc("4.4.6.1"), summary)
    }

    private static let autoselect = error(
        "rendition-autoselect",
        "A rendition that is the default does not have AUTOSELECT=NO"
    )
    private static let forced = error("rendition-forced", "FORCED is on subtitles only")
    private static let inStreamID = error(
        "rendition-instream-id",
        "Closed captions have an INSTREAM-ID: CC1 to CC4 or SERVICE1 to SERVICE63"
    )
    private static let otherInStreamID = error(
        "rendition-instream-id-characters",
        "The INSTREAM-ID of renditions other than closed captions consists of letters, digits and periods"
    )
    private static let audioOnly = error(
        "rendition-audio-attribute",
        "BIT-DEPTH, SAMPLE-RATE and CHANNELS are on audio only"
    )
    private static let uri = error("rendition-uri", "Subtitles have a URI")
    private static let channels = LintRule.warning(
        "rendition-channels",
        LintSource.rfc("4.4.6.1"),
        "Audio renditions have CHANNELS, which begins with a number"
    )
    private static let language = LintRule.warning(
        "rendition-associated-language",
        LintSource.rfc("4.4.6.1"),
        "ASSOC-LANGUAGE requires a LANGUAGE"
    )

    static let check = LintCheck(
        autoselect,
        forced,
        inStreamID,
        otherInStreamID,
        audioOnly,
        uri,
        channels,
        language,
        body: .multivariant { multivariant, report in
            for rendition in multivariant.playlist.renditions {
                for breach in breaches(of: rendition) {
                    report.add(
                        breach.rule,
                        in: multivariant.name,
                        line: rendition.line,
                        breach.message,
                        measured: breach.measured,
                        allowed: breach.allowed
                    )
                }
            }
        }
    )

    private typealias Breach = (rule: LintRule, message: String, measured: String, allowed: String)

    private static func breaches(of rendition: Rendition) -> [Breach] {
        let attributes = rendition.attributes
        var breaches: [Breach] = []
        if rendition.isDefault, attributes.writtenValue("AUTOSELECT") == "NO" {
            breaches.append(
                (
                    autoselect, "The default rendition cannot be selected automatically", "AUTOSELECT=NO",
                    "AUTOSELECT=YES"
                )
            )
        }
        if rendition.type != .subtitles, attributes.contains("FORCED") {
            breaches.append(
                (
                    forced, "FORCED is on a rendition other than subtitles", rendition.type.rawValue,
                    "SUBTITLES"
                )
            )
        }
        if rendition.type == .subtitles, rendition.uri == nil {
            breaches.append((uri, "Subtitles have no URI", "no URI", "URI"))
        }
        if rendition.associatedLanguage != nil, rendition.language == nil {
            breaches.append(
                (language, "The rendition has ASSOC-LANGUAGE without LANGUAGE", "no LANGUAGE", "LANGUAGE")
            )
        }
        if rendition.type == .audio, rendition.channelCount == nil {
            let found = rendition.channels.map { Excerpt($0.utf8).description } ?? "no CHANNELS"
            breaches.append((channels, "The number of channels is unknown", found, "a number"))
        }
        if rendition.type == .closedCaptions, !isCaptionChannel(rendition.inStreamID ?? "") {
            let found = rendition.inStreamID.map { Excerpt($0.utf8).description } ?? "no INSTREAM-ID"
            breaches.append(
                (
                    inStreamID, "Closed captions have no valid INSTREAM-ID", found,
                    "CC1 to CC4 or SERVICE1 to SERVICE63"
                )
            )
        }
        return breaches + breachesOfOthers(rendition)
    }

    private static func breachesOfOthers(_ rendition: Rendition) -> [Breach] {
        var breaches: [Breach] = []
        if rendition.type != .closedCaptions, let id = rendition.inStreamID, !isStreamName(id) {
            let found = Excerpt(id.utf8).description
            breaches.append(
                (
                    otherInStreamID, "INSTREAM-ID has characters that are not allowed", found,
                    "letters, digits, periods"
                )
            )
        }
        for name in ["BIT-DEPTH", "SAMPLE-RATE", "CHANNELS"]
        where rendition.type != .audio && rendition.attributes.contains(name) {
            breaches.append(
                (audioOnly, "\(name) is on a rendition other than audio", rendition.type.rawValue, "AUDIO")
            )
        }
        return breaches
    }

    private static func isStreamName(_ id: String) -> Bool {
        id.utf8.allSatisfy { $0 == ASCII.point || (ASCII.isNameCharacter($0) && $0 != 0x2D && $0 != 0x5F) }
    }

    private static func isCaptionChannel(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = DecimalInteger.parse(ArraySlice(id.utf8.dropFirst(7)))
        else {
            return false
        }
        return (1...63).contains(number)
    }
}
