import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations

/// Checks that a key has one URI for each key system in a tree.
///
/// A player keeps keys by their URIs, and would ask twice for a key with two.
enum KeyURICheck: PresentationCheck {
    private struct KeyAndFormat: Hashable {
        let keyID: UUID
        let keyFormat: String
    }

    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        var uriOfKey: [KeyAndFormat: String] = [:]
        var findings: [Finding] = []
        for rendition in verified.presentation.renditions {
            for key in rendition.playlist.keys {
                guard let uri = key.value.uri, let record = try verified.resolver.recordIfChecked(key.value)
                else { continue }
                let keyAndFormat = KeyAndFormat(keyID: record.keyID, keyFormat: key.value.keyFormat)
                if let earlierURI = uriOfKey[keyAndFormat], !earlierURI.utf8.elementsEqual(uri.utf8) {
                    findings.append(
                        Finding(
                            .keyWithTwoURIs,
                            "key \(record.keyID.uuidString.lowercased()) has another URI elsewhere in the tree "
                                + "(\(KeyDescription.redactedURI(earlierURI)))",
                            playlist: rendition.path.description,
                            line: key.line
                        )
                    )
                }
                uriOfKey[keyAndFormat] = uri
            }
        }
        return findings
    }
}
