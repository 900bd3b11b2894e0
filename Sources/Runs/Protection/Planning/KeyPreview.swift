package import Failures
import HLSPlaylists
package import KeyStore
package import Presentations
import ProtectionTerms

/// The output of protection for one key: its playlist lines and its record.
package struct KeyPreview: Sendable {
    /// The `EXT-X-KEY` lines, one for each key system.
    package let keyLines: [String]
    /// The `EXT-X-SESSION-KEY` lines, one for each key system.
    package let sessionKeyLines: [String]
    /// The stored record with its signalling.
    package let key: ExportableKey
}

extension KeyPlanner {
    /// Plans the key of one slot as a run would, and records its signalling.
    ///
    /// If the method encrypts samples, the media are assumed to be fragmented MP4. If each segment has an IV
    /// of its own, the lines have the IV of the record instead.
    ///
    /// - Parameters:
    ///   - slot: the slot; its key is minted if it is not in the store.
    ///   - template: the name of the onboarding template, or nil.
    /// - Returns: the key lines and the record.
    /// - Throws: `RunFailure` for everything that a run would refuse.
    package func preview(of slot: KeySlot, template: String?) throws(RunFailure) -> KeyPreview {
        let plan = try commit(
            [slot],
            adding: { (plan, _) in
                KeyAdditions(
                    signalling: plan.ordered.flatMap {
                        $0.signalling(
                            policy.method,
                            scheme: policy.method.scheme?.rawValue,
                            template: template,
                            rules: request.assetIDRules,
                            tree: "/"
                        )
                    }
                )
            }
        )
        guard let planned = plan.keys[slot] else {
            throw .fault("no key was planned for \(slot.description)")
        }
        let key = try store.exportableKey(planned.record)
        let lines = KeyLines(keys: [slot: planned], policy: policy)
        return KeyPreview(
            keyLines: try Self.tagLines(try lines.keys(of: slot), .key),
            sessionKeyLines: try Self.tagLines(try lines.sessionKeys(of: slot), .sessionKey),
            key: key
        )
    }

    private static func tagLines(_ lines: [KeyLine], _ tag: TagName) throws(RunFailure) -> [String] {
        try lines.map { (line) throws(RunFailure) in
            try mapErrors(to: { .fault("a key line cannot be written: \($0)") }) {
                () throws(PlaylistError) in
                try line.tagLine(tag)
            }
        }
    }
}

extension KeySlot {
    /// Creates a slot for a preview, without a presentation.
    package init(previewOf track: String, period: Int) {
        self.init(track: track, period: period)
    }
}
