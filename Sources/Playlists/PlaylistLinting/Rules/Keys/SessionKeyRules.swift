import HLSPlaylists

/// Rules for `EXT-X-SESSION-KEY` compared with the keys of the media playlists (RFC 8216bis 4.4.6.5).
enum SessionKeyRules {
    private static let rule = LintRule.error(
        "session-key",
        LintSource.rfc("4.4.6.5"),
        "A session key is listed once, and agrees in method and key format with the keys of its URI in media playlists"
    )

    /// The rule for session keys whose URI no media playlist uses; a warning, because the RFC permits it.
    ///
    /// A key server may deliver the same key for two URIs, so that the session key is useful all the same.
    private static let unused = LintRule.warning(
        "session-key-unused",
        LintSource.rfc("4.4.6.5"),
        "A session key has a URI that media playlists use"
    )

    static let check = LintCheck(rule, unused, body: .presentation(report))

    /// The properties that must agree in all tags with one URI.
    private struct Signature: Hashable {
        let method: String
        let keyFormat: String
        let versions: String

        init(_ key: EncryptionKey) {
            method = key.method.name
            keyFormat = key.keyFormat
            versions = key.effectiveKeyFormatVersions
        }

        var text: String { "\(method), \(Excerpt(keyFormat.utf8)) \(Excerpt(versions.utf8))" }
    }

    /// The properties of a session key; no two session keys may agree in all of them.
    private struct Identity: Hashable {
        let uri: [UInt8]
        let iv: [UInt8]?
        let signature: Signature

        init(_ key: EncryptionKey) {
            uri = Array((key.uri ?? "").utf8)
            iv = key.iv
            signature = Signature(key)
        }
    }

    private static func report(_ presentation: LintedPresentation, _ report: inout LintReport) {
        guard let multivariant = presentation.multivariant,
            !multivariant.playlist.sessionKeys.isEmpty
        else { return }
        let keys = keysByURI(presentation)
        var seen: [Identity: Int] = [:]
        for key in multivariant.playlist.sessionKeys {
            if let firstLine = seen[Identity(key.value)] {
                report.add(
                    rule,
                    in: multivariant.name,
                    line: key.line,
                    "The session key is on line \(firstLine) already"
                )
                continue
            }
            seen[Identity(key.value)] = key.line
            check(key, keys, presentation, multivariant.name, &report)
        }
    }

    private static func check(
        _ key: Located<EncryptionKey>,
        _ keys: [[UInt8]: [Signature]],
        _ presentation: LintedPresentation,
        _ name: String,
        _ report: inout LintReport
    ) {
        let signature = Signature(key.value)
        if let signatures = keys[Array((key.value.uri ?? "").utf8)] {
            // Several key systems may use one URI, each with its own session key.
            let sameFormat = signatures.filter { $0.keyFormat == signature.keyFormat }
            let candidates = sameFormat.isEmpty ? signatures : sameFormat
            guard let conflict = candidates.first(where: { $0 != signature }) else { return }
            report.add(
                rule,
                in: name,
                line: key.line,
                "The media playlists use the URI with a different METHOD, KEYFORMAT or KEYFORMATVERSIONS",
                measured: signature.text,
                allowed: conflict.text
            )
        } else if isFinished(presentation) {
            report.add(unused, in: name, line: key.line, "No media playlist uses the URI of the session key")
        }
    }

    /// Returns whether all keys are known: a live playlist may still begin to use one.
    private static func isFinished(_ presentation: LintedPresentation) -> Bool {
        presentation.isComplete && !presentation.media.isEmpty
            && presentation.media.allSatisfy { $0.playlist.hasEndList && $0.lintedPlaylist.problems.isEmpty }
    }

    /// Returns the keys by the bytes of their URIs.
    ///
    /// Strings would not do: they are equal if Unicode finds them equivalent, even if their bytes differ.
    private static func keysByURI(_ presentation: LintedPresentation) -> [[UInt8]: [Signature]] {
        var keys: [[UInt8]: Set<Signature>] = [:]
        for media in presentation.media {
            for key in media.playlist.keys {
                guard let uri = key.value.uri else { continue }
                keys[Array(uri.utf8), default: []].insert(Signature(key.value))
            }
        }
        return keys.mapValues { $0.sorted { $0.text < $1.text } }
    }
}
