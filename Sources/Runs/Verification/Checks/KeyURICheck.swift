import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations

/// Checks that a key has one URI for each key system in a tree.
///
/// A player keeps keys by their URIs, and would ask twice for a key with two.
enum KeyURICheck {
    private struct Use: Hashable {
        let keyID: UUID
        let keyFormat: String
    }

    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PresentationError) -> [Finding] {
        var uriOfKey: [Use: String] = [:]
        var findings: [Finding] = []
        for rendition in presentation.renditions {
            for key in rendition.playlist.keys where try resolver.canCheck(key.value) {
                guard let uri = key.value.uri, case .success(let record) = try resolver.record(for: key.value)
                else { continue }
                let use = Use(keyID: record.keyID, keyFormat: key.value.keyFormat)
                if let other = uriOfKey[use], !other.utf8.elementsEqual(uri.utf8) {
                    findings.append(
                        Finding(
                            .keyWithTwoURIs,
                            "key \(record.keyID.uuidString.lowercased()) has another URI elsewhere in the tree "
                                + "(\(KeyDescription.uri(other)))",
                            playlist: rendition.path.description,
                            line: key.line
                        )
                    )
                }
                uriOfKey[use] = uri
            }
        }
        return findings
    }
}
