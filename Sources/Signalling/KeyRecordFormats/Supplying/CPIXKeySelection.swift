import CPIXDocuments
import Failures
import FoundationEssentials
import KeyStore
import ProtectionTerms
import TextFormats

/// A selection of keys by the usage rules of a CPIX document.
///
/// Filters of the same type are alternatives; filters of different types must all match (CPIX 2.3, 4.7). A
/// key protects nothing if one of its rules has an unknown filter. Periods have the numbers of
/// ``CPIXPeriodNumbers``.
struct CPIXKeySelection: KeySelection {
    /// The track and period of a key in the store.
    struct TrackPeriod: Hashable {
        let track: String
        let period: Int
    }

    /// The track and period by key id.
    let trackPeriods: [UUID: TrackPeriod]
    private let rules: [CPIXUsageRule]
    private let unusableKeyIDs: Set<UUID>
    /// The numbers of the key periods by their ids.
    private let periodNumbers: [String: Int]
    /// The id of the only key, if there are no rules, otherwise nil.
    private let onlyKeyID: UUID?

    var hasPeriods: Bool { !periodNumbers.isEmpty }

    /// Reads the rules of a document.
    ///
    /// - Throws: `.malformedDocument` for several keys without rules, and for rules that refer to missing
    ///   periods.
    init(_ document: CPIXDocument, name: String) throws(RunFailure) {
        let keys = document.contentKeys.map(\.kid)
        rules = document.usageRules
        guard !rules.isEmpty || Set(keys).count == 1 else {
            throw .malformedDocument(
                location: name,
                reason:
                    "it has \(keys.count) keys and no ContentKeyUsageRule, which would state what they are for"
            )
        }
        onlyKeyID = rules.isEmpty ? keys.first : nil
        unusableKeyIDs = Set(rules.filter { !$0.unknownFilters.isEmpty }.map(\.kid))
        periodNumbers = try CPIXPeriodNumbers(document.periods, name: name).numbers
        trackPeriods = try Self.trackPeriods(of: keys, rules, periodNumbers, name)
    }

    func key(for media: MediaTraits, period: Int) throws(KeySelectionError) -> (track: String, period: Int) {
        guard let trackPeriod = trackPeriods[try kid(for: media, period: period)] else {
            throw KeySelectionError(reason: "a usage rule names a key that is not in the document")
        }
        return (trackPeriod.track, trackPeriod.period)
    }

    private func kid(for media: MediaTraits, period: Int) throws(KeySelectionError) -> UUID {
        if let onlyKeyID { return onlyKeyID }
        var kids: [UUID] = []
        for rule in rules where !unusableKeyIDs.contains(rule.kid) && !kids.contains(rule.kid) {
            guard rule.periodIDs.isEmpty || rule.periodIDs.contains(where: { periodNumbers[$0] == period })
            else {
                continue
            }
            if try rule.matches(media) { kids.append(rule.kid) }
        }
        guard let kid = kids.first else { throw KeySelectionError(reason: noRule(period)) }
        guard kids.count == 1 else {
            let keyDescriptions = kids.map { kid in
                "\(kid.uuidString.lowercased()) (\(rules.first { $0.kid == kid }?.intendedTrackType ?? "no track type"))"
            }
            throw KeySelectionError(
                reason:
                    "the usage rules select \(kids.count) keys for it: \(keyDescriptions.joined(separator: ", "))"
            )
        }
        return kid
    }

    private func noRule(_ period: Int) -> String {
        var reason = "no usage rule matches it"
        if hasPeriods {
            let knownNumbers = Set(periodNumbers.values).sorted().map(String.init).joined(separator: ", ")
            reason += " in key period \(period) (the document has \(knownNumbers))"
        }
        if !unusableKeyIDs.isEmpty {
            reason +=
                "; \(CountText.text(unusableKeyIDs.count, "key has", plural: "keys have")) unknown filters"
        }
        return reason
    }

    /// Returns the track that `keys import` would assign to each key; keys that would share one get their key
    /// ids as tracks.
    private static func trackPeriods(
        of keys: [UUID],
        _ rules: [CPIXUsageRule],
        _ periodNumbers: [String: Int],
        _ name: String
    ) throws(RunFailure) -> [UUID: TrackPeriod] {
        var trackPeriods: [UUID: TrackPeriod] = [:]
        for kid in keys {
            let keyRules = rules.filter { $0.kid == kid }
            let track =
                keyRules.isEmpty
                ? (keys.count == 1 ? TrackClass.wholePresentation : nil) : CPIXTrack.track(of: keyRules)
            var numbers: [Int] = []
            for id in keyRules.flatMap(\.periodIDs) {
                guard let number = periodNumbers[id] else {
                    throw .malformedDocument(
                        location: name,
                        reason: "a KeyPeriodFilter names a period that is not in the document"
                    )
                }
                numbers.append(number)
            }
            trackPeriods[kid] = TrackPeriod(
                track: track ?? kid.uuidString.lowercased(),
                period: numbers.min() ?? 0
            )
        }
        let sharingKeyIDs = Dictionary(grouping: trackPeriods.keys) { trackPeriods[$0] }.values.filter {
            $0.count > 1
        }.joined()
        for kid in sharingKeyIDs {
            trackPeriods[kid] = TrackPeriod(
                track: kid.uuidString.lowercased(),
                period: trackPeriods[kid]?.period ?? 0
            )
        }
        return trackPeriods
    }
}
