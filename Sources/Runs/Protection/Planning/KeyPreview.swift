import HLSPlaylists
package import KeyStore
package import Presentations
import ProtectionTerms

/// What protection writes for one key: lines of playlists, and what the store has of it.
package struct KeyPreview: Sendable {
    /// The `EXT-X-KEY` lines, one for each key system.
    package let keyLines: [String]
    /// The `EXT-X-SESSION-KEY` lines, one for each key system.
    package let sessionKeyLines: [String]
    /// The record, with its signalling.
    package let key: ExportableKey
}

extension KeyPlanner {
    /// Plans the key of one slot as a run would, and records its signalling.
    ///
    /// The media are taken for fragmented MP4, where samples are encrypted; where each segment has a vector of its own, the
    /// record's stands for it.
    ///
    /// - Parameters:
    ///   - slot: the slot; its key is minted if it is not in the store.
    ///   - template: the name of the onboarding template.
    /// - Returns: the preview.
    /// - Throws: `PresentationError` for what a run would refuse.
    package func preview(of slot: KeySlot, template: String?) throws(PresentationError) -> KeyPreview {
        guard let planned = try commit([slot]).keys[slot], let record = planned.record else {
            throw .fault("no key was planned for \(slot.text)")
        }
        let signalling = planned.signalling(
            policy.method,
            scheme: policy.method.scheme?.rawValue,
            template: template,
            rules: request.assetIDRules,
            tree: "/"
        )
        let key = try storeCalls { () throws(KeyStoreError) in
            try store.addSignalling(signalling)
            return try store.exportableKey(record)
        }
        let lines = KeyLines(keys: [slot: planned], policy: policy)
        return KeyPreview(
            keyLines: try Self.texts(try lines.keys(of: slot), .key),
            sessionKeyLines: try Self.texts(try lines.sessionKeys(of: slot), .sessionKey),
            key: key
        )
    }

    private static func texts(_ lines: [KeyLine], _ tag: TagName) throws(PresentationError) -> [String] {
        try lines.map { (line) throws(PresentationError) in
            do {
                return try line.text(tag)
            } catch {
                throw .fault("a key line cannot be written: \(error)")
            }
        }
    }
}

extension KeySlot {
    /// A slot of a title that nobody packages.
    package init(previewOf track: String, period: Int) {
        self.init(track: track, period: period)
    }
}
