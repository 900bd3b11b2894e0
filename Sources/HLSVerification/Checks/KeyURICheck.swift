import Foundation
import HLSPackaging
import HLSPlaylists
import KeyStore

/// In one tree a key has one URI: a player keeps keys by their URIs and would ask twice.
enum KeyURICheck {
    static func findings(
        _ presentation: Presentation,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> [Finding] {
        var uriOfKey: [UUID: String] = [:]
        var findings: [Finding] = []
        for rendition in presentation.renditions {
            for key in rendition.playlist.keys {
                guard let uri = key.value.uri, case .success(let record) = try resolver.record(for: uri)
                else { continue }
                if let other = uriOfKey[record.keyID], other != uri {
                    findings.append(
                        Finding(
                            .keyWithTwoURIs,
                            "key \(record.keyID.uuidString.lowercased()) has another URI elsewhere in the tree "
                                + "(\(KeyURIText.redacted(other)))",
                            playlist: rendition.path.description,
                            line: key.line
                        )
                    )
                }
                uriOfKey[record.keyID] = uri
            }
        }
        return findings
    }
}
