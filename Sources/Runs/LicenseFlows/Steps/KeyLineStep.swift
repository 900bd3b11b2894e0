import HLSPlaylists
import Presentations
import ProtectionTerms
import TextFormats

/// The check of the playlists' key lines as a client of the flow sees them (step R01).
struct KeyLineStep {
    let flow: LicenseFlow
    let presentation: Presentation
    let uses: KeyUses

    /// Checks all key lines and session keys.
    func walk() -> StepResult {
        var result = StepResult()
        let keys = uses.keys(of: flow.systems)
        let lines = keys.reduce(0) { $0 + $1.lines.count }
        if let first = keys.first {
            result.countRun(
                request: "key lines of \(systemNames)",
                result:
                    "\(CountText.text(lines, "line")) of \(CountText.text(keys.count, "key")): METHOD=\(first.key.method.name), "
                    + "URI=\(first.shownURI)"
            )
        }
        for key in keys { checkLine(of: key, &result) }
        for key in uses.all where !flow.systems.contains(key.key.system) { checkFormat(of: key, &result) }
        if keys.isEmpty, result.holds {
            result.fail(
                at: presentation.entry.description,
                "no key line of \(systemNames), which the flow \(flow.rawValue) is for",
                remedy:
                    "Protect the presentation for \(systemNames) (\(CommandOption.drm)), or rehearse another flow."
            )
        }
        checkRenditions(keys, &result)
        SessionKeyLines(flow: flow, presentation: presentation, uses: uses).check(&result)
        return result
    }

    private var systemNames: String { flow.systems.map(\.title).sorted().joined(separator: " or ") }

    private func checkLine(of key: KeyUse, _ result: inout StepResult) {
        if key.methodNames.count > 1 {
            result.fail(
                at: key.location,
                "the key has lines of several methods (\(key.methodNames.sorted().joined(separator: ", ")), expected one)",
                remedy: "Give each key one METHOD."
            )
        } else if ProtectionMethod(key.key.method).map({ key.key.system.supports($0) }) != true {
            let expected = key.key.system.methods.map(\.playlistName).joined(separator: " or ")
            result.fail(
                at: key.location,
                "METHOD=\(key.key.method.name) with the key format of \(key.key.system.title) (expected \(expected))",
                remedy: "Correct METHOD, or the media if they are encrypted that way."
            )
        }
        for line in key.lines where !line.keyFormatVersions.split(separator: "/").contains("1") {
            result.fail(
                at: line.location,
                "KEYFORMATVERSIONS=\"\(line.keyFormatVersions)\" (expected 1 among them)",
                remedy: "Write KEYFORMATVERSIONS=\"1\"."
            )
        }
    }

    /// Reports lines of other key systems that seem to be meant for a key system of the flow.
    private func checkFormat(of key: KeyUse, _ result: inout StepResult) {
        for system in flow.systems.sorted(by: { $0.name < $1.name }) {
            let isSimilar =
                system == .fairPlay && Self.isMeantForFairPlay(key.key)
                || Self.letters(of: key.key.keyFormat) == Self.letters(of: system.keyFormat)
            let isSKD =
                system == .fairPlay && key.key.system == .identity && key.key.method == .sampleAES
                && key.uri.utf8.starts(with: "skd:".utf8)
                // Next to a FairPlay line with the same URI, this line is for apps that load keys themselves.
                && !uses.keys(withURI: key.uri).contains { $0.key.system == .fairPlay }
            guard isSimilar || isSKD else { continue }
            let found = key.key.system == .identity ? "no KEYFORMAT" : "KEYFORMAT=\"\(key.key.keyFormat)\""
            result.fail(
                at: key.location,
                "\(found) on a line that is meant for \(system.title) (expected \"\(system.keyFormat)\")",
                remedy: "Correct KEYFORMAT: clients compare it byte by byte."
            )
        }
    }

    /// Indicates whether a line with an unknown key format has a URI as FairPlay apps expect it.
    static func isMeantForFairPlay(_ key: EncryptionKey) -> Bool {
        !KeySystem.namedSystems.contains(key.system) && (key.uri ?? "").utf8.starts(with: "skd:".utf8)
    }

    private static func letters(of keyFormat: String) -> [UInt8] {
        keyFormat.utf8.filter(\.isASCIIAlphanumeric).map(\.asciiLowercased)
    }

    /// Reports renditions that are encrypted only for other key systems, where a client of the flow would
    /// stop.
    private func checkRenditions(_ keys: [KeyUse], _ result: inout StepResult) {
        for system in Set(keys.map(\.key.system)).sorted(by: { $0.name < $1.name }) {
            for rendition in presentation.renditions {
                let playlist = rendition.playlist
                let segmentWithoutKeyLine = playlist.segments.first { segment in
                    !segment.hasGap && !segment.keys.isEmpty
                        && !segment.keys.contains { playlist.keys[$0].value.system == system }
                }
                guard let segmentWithoutKeyLine else { continue }
                result.fail(
                    at: "\(rendition.path):\(segmentWithoutKeyLine.uriLine)",
                    "the segment is encrypted, and no key line of \(system.title) applies to it, although one applies to other segments",
                    remedy: "Give all encrypted segments a key line of each system."
                )
            }
        }
    }
}

/// The check that session keys of a multivariant playlist match the key lines of media playlists.
struct SessionKeyLines {
    let flow: LicenseFlow
    let presentation: Presentation
    let uses: KeyUses

    /// Compares `EXT-X-SESSION-KEY` with `EXT-X-KEY` (RFC 8216bis 4.4.6.5).
    func check(_ result: inout StepResult) {
        for key in presentation.multivariant?.sessionKeys ?? [] {
            guard let uri = key.value.uri, let fault = fault(of: key.value, uri) else { continue }
            result.fail(
                at: "\(presentation.entry):\(key.line)",
                "the session key \(fault)",
                remedy: "Write it as the key lines are, or leave it out (\(CommandOption.sessionKeys) none)."
            )
        }
    }

    private func fault(of key: EncryptionKey, _ uri: String) -> String? {
        let sameURIKeys = uses.keys(withURI: uri)
        guard let line = sameURIKeys.first(where: { $0.key.keyFormat == key.keyFormat }) else {
            return foreignFault(of: key, sameURIKeys.first { flow.systems.contains($0.key.system) })
        }
        guard flow.systems.contains(line.key.system) else { return nil }
        if key.method != line.key.method {
            return
                "has METHOD=\(key.method.name), but the key line \(line.location) with its URI has \(line.key.method.name)"
        }
        guard key.effectiveKeyFormatVersions == line.key.effectiveKeyFormatVersions else {
            return
                "has KEYFORMATVERSIONS=\"\(key.effectiveKeyFormatVersions)\", but the key line \(line.location) with its URI has "
                + "\"\(line.key.effectiveKeyFormatVersions)\""
        }
        return nil
    }

    /// Returns the fault of a session key that matches no key line by URI and key format.
    ///
    /// `line` is a key line of the flow with the same URI, or nil.
    private func foreignFault(of key: EncryptionKey, _ line: KeyUse?) -> String? {
        if let line {
            return
                "has KEYFORMAT=\"\(key.keyFormat)\", but the key line \(line.location) with its URI has \"\(line.key.keyFormat)\""
        }
        let hasLines = uses.all.contains { flow.systems.contains($0.key.system) }
        let isComplete = presentation.renditions.allSatisfy(\.playlist.hasEndList)
        guard flow.systems.contains(key.system), hasLines, isComplete else { return nil }
        return "has a URI that no key line has (\(KeyURIRedaction.redacted(key.uri ?? "")))"
    }
}
