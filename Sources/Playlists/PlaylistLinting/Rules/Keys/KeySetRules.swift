import HLSPlaylists

/// Rules for keys that apply together (RFC 8216bis 4.4.4.4).
enum KeySetRules {
    private static let systemsDiffer = LintRule.warning(
        "key-systems-differ",
        "Apple, Using content protection systems with HLS",
        "Every encrypted segment has keys of the same key systems"
    )
    private static let identityBesideDRM = LintRule.warning(
        "key-identity-beside-drm",
        "Apple, Using content protection systems with HLS",
        "A segment with a key of a key system has no identity key, because that would disclose the key"
    )
    private static let methodsDiffer = LintRule.error(
        "key-methods-differ",
        LintSource.rfc("4.4.4.4"),
        "The keys of one segment have the same method, since they are the same key"
    )

    static let check = LintCheck(systemsDiffer, identityBesideDRM, methodsDiffer, body: .media(report))

    private static func report(_ media: LintedMedia, _ report: inout LintReport) {
        var firstSystems: [String]?
        var currentKeys: [Int] = []
        for segment in media.playlist.segments where segment.keys != currentKeys {
            currentKeys = segment.keys
            guard let line = currentKeys.last.map({ media.playlist.keys[$0].line }) else { continue }
            let keys = currentKeys.prefix(EncryptionKey.maximumPerSegment).map {
                media.playlist.keys[$0].value
            }
            let systems = keys.map(\.keyFormat).sorted()
            check(keys, systems, media.name, line, &report)
            if systems != firstSystems ?? systems {
                report.add(
                    systemsDiffer,
                    in: media.name,
                    line: line,
                    "The key systems from here on are not those of the first encrypted segment",
                    measured: summary(systems),
                    allowed: summary(firstSystems ?? [])
                )
            }
            firstSystems = firstSystems ?? systems
        }
    }

    private static func check(
        _ keys: [EncryptionKey],
        _ systems: [String],
        _ playlist: String,
        _ line: Int,
        _ report: inout LintReport
    ) {
        if systems.count > 1, systems.contains(EncryptionKey.identity) {
            report.add(
                identityBesideDRM,
                in: playlist,
                line: line,
                "A segment has both an identity key and a key of a key system",
                measured: summary(systems),
                allowed: "one or the other"
            )
        }
        let methods = Set(keys.map(\.method.name))
        if methods.count > 1 {
            report.add(
                methodsDiffer,
                in: playlist,
                line: line,
                "The keys of one segment have different methods",
                measured: methods.sorted().joined(separator: ", "),
                allowed: "one method"
            )
        }
    }

    private static func summary(_ systems: [String]) -> String {
        let shown = systems.prefix(4).map { Excerpt($0.utf8).description }.joined(separator: ", ")
        return systems.count > 4 ? shown + " and \(systems.count - 4) more" : shown
    }
}
