import CPIXDocuments
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms

/// Conversions between CPIX usage rules and the tracks of keys.
enum CPIXTrack {
    /// Returns the `ContentKeyPeriod@id` for a period.
    static func periodID(_ index: Int) -> String { "period-\(index)" }

    /// Returns the usage rules for a key.
    static func rules(
        for record: KeyRecord,
        in dialect: CPIXDocument.Dialect,
        includesPeriods: Bool
    ) throws(RunFailure) -> [CPIXUsageRule] {
        var rules: [CPIXUsageRule]
        switch TrackClass(rawValue: record.identity.track) {
        case .audio?: rules = [audioRule(record.keyID)]
        case let trackClass?: rules = [videoRule(record.keyID, trackClass)]
        case nil: rules = try otherRules(record, dialect)
        }
        if includesPeriods {
            for index in rules.indices {
                rules[index].periodIDs = [periodID(record.identity.period)]
            }
        }
        return rules
    }

    private static func audioRule(_ kid: UUID) -> CPIXUsageRule {
        var rule = CPIXUsageRule(kid: kid, intendedTrackType: "AUDIO")
        rule.audio = [CPIXUsageRule.Audio()]
        return rule
    }

    private static func videoRule(_ kid: UUID, _ trackClass: TrackClass?) -> CPIXUsageRule {
        var rule = CPIXUsageRule(kid: kid, intendedTrackType: trackClass?.rawValue.uppercased() ?? "VIDEO")
        var filter = CPIXUsageRule.Video()
        filter.minimumPixels = trackClass?.pixels.flatMap { $0.lowerBound > 1 ? $0.lowerBound : nil }
        filter.maximumPixels = trackClass?.pixels.flatMap { $0.upperBound < Int.max ? $0.upperBound : nil }
        rule.video = [filter]
        return rule
    }

    /// Returns the rules of a key that is not for a track class.
    ///
    /// SPEKE requires a filter for audio or video in each rule, so a key for all tracks has one rule for
    /// each.
    private static func otherRules(
        _ record: KeyRecord,
        _ dialect: CPIXDocument.Dialect
    ) throws(RunFailure) -> [CPIXUsageRule] {
        let isForAll = record.identity.track == TrackClass.wholePresentation
        guard dialect == .speke2 else {
            var rule = CPIXUsageRule(kid: record.keyID)
            if !isForAll { rule.labels = [record.identity.track] }
            return [rule]
        }
        guard isForAll else {
            throw .notExportable(
                reason:
                    "\(record.identity): SPEKE v2 has keys for classes of tracks, not for a single rendition",
                remedy: "Export it as cpix-2.3 or cpix-2.4."
            )
        }
        return [videoRule(record.keyID, nil), audioRule(record.keyID)]
    }

    /// Returns the track that a key's rules select, or nil if key records have no name for it.
    static func track(of rules: [CPIXUsageRule]) -> String? {
        let tracks = Set(rules.map(track))
        if tracks == ["audio", "video"] { return TrackClass.wholePresentation }
        guard tracks.count == 1 else { return nil }
        return tracks.first.flatMap(\.self)
    }

    private static func track(of rule: CPIXUsageRule) -> String? {
        guard rule.unknownFilters.isEmpty, rule.bitrates.isEmpty else { return nil }
        if rule.labels.count == 1, let label = rule.labels.first { return label }
        switch (rule.video.count, rule.audio.count, rule.labels.count) {
        case (0, 0, 0): return rule.intendedTrackType.map(trackName) ?? TrackClass.wholePresentation
        case (0, 1, 0): return isOpen(rule.audio[0]) ? "audio" : rule.intendedTrackType.map(trackName)
        case (1, 0, 0):
            let filter = rule.video[0]
            let isOnlyPixels =
                filter.minimumFramesPerSecond == nil && filter.maximumFramesPerSecond == nil
                && filter.isHDR == nil
                && filter.isWideColorGamut == nil
            let pixels = (max(filter.minimumPixels ?? 1, 1), filter.maximumPixels ?? Int.max)
            if isOnlyPixels, pixels == (1, Int.max) {
                return rule.intendedTrackType.map(trackName) ?? "video"
            }
            let matchingClass = TrackClass.allCases.first { kind in
                kind.pixels.map { pixels == ($0.lowerBound, $0.upperBound) } ?? false
            }
            return isOnlyPixels
                ? matchingClass?.rawValue ?? rule.intendedTrackType.map(trackName)
                : rule.intendedTrackType.map(trackName)
        default: return rule.intendedTrackType.map(trackName)
        }
    }

    private static func isOpen(_ filter: CPIXUsageRule.Audio) -> Bool {
        (filter.minimumChannels ?? 0) <= 1 && filter.maximumChannels == nil
    }

    /// Returns the track name for a type such as `SD` or `AUDIO`, and any other type unchanged.
    private static func trackName(_ type: String) -> String {
        let lowered = type.lowercased()
        let isKnown = TrackClass(rawValue: lowered) != nil || ["all", "video"].contains(lowered)
        return isKnown ? lowered : type
    }
}
