import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import KeySystems
import Presentations
import ProtectionTerms

/// The check that all key ids of a key agree: `KEYID`, the document in the URI, `pssh`, `tenc` and `seig`
/// (step R02 of Widevine and PlayReady).
struct KeyIDStep {
    private(set) var result = StepResult()
    /// The key ids by key index.
    private(set) var ids: [Int: UUID] = [:]
    private var nextKeyIndex = 0

    /// Adds the next key.
    mutating func add(_ key: KeyUse, _ known: KnownKey?) {
        defer { nextKeyIndex += 1 }
        let documentIDs: [UUID]
        do throws(KeyURIDocument.Failure) {
            documentIDs = try KeyURIDocument(keyURI: key.uri)?.keyIDs ?? []
        } catch {
            result.fail(
                at: key.location,
                "the URI of \(key.key.system.title) contains no document that can be read",
                remedy: "Write the line again (rewrite \(CommandOption.drm))."
            )
            return
        }
        let attribute = key.key.keyID.flatMap { UUID(bytes: $0) }
        guard let id = attribute ?? documentIDs.first ?? known?.record.keyID else {
            result.fail(
                at: key.location,
                "nothing names the key of \(key.key.system.title): no KEYID, and no key id in the URI",
                remedy: "Write KEYID, or a URI with the document of the key system."
            )
            return
        }
        result.countRun(
            request: "KEYID, the URI's document, pssh, tenc, seig",
            result: "key \(id.uuidString.lowercased())"
        )
        let others =
            documentIDs.filter { $0 != id } + [known?.record.keyID].compactMap(\.self).filter { $0 != id }
        guard let other = others.first else {
            ids[nextKeyIndex] = id
            return
        }
        result.fail(
            at: key.location,
            "the line of \(key.key.system.title) names several keys (\(id.uuidString.lowercased()), "
                + "\(other.uuidString.lowercased()))",
            remedy: "Name one key in each line."
        )
    }

    /// Adds verification findings about key lines and boxes.
    mutating func add(_ findings: [Finding]) {
        // Contradicting lines are already reported; step R08 reports a key that the exported file lacks.
        guard result.holds else { return }
        for finding in findings where finding.rule != .noRecord {
            result.fail(
                at: finding.location,
                finding.detailedMessage,
                remedy: "Protect the title again: playlists and media name different keys."
            )
        }
    }
}
