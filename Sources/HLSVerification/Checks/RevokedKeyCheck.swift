import Foundation
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Keys that were revoked since the presentation was protected with them: key servers give them out no more.
enum RevokedKeyCheck {
    static func findings(
        _ presentation: Presentation,
        store: any KeyRecordStore,
        resolver: inout RecordResolver
    ) throws(PackagingError) -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<KeyIdentity> = []
        for rendition in presentation.renditions {
            for key in rendition.playlist.keys where KeyLineCheck.fault(of: key.value) == nil {
                guard key.value.uri != nil, case .success(let record) = try resolver.record(for: key.value),
                    seen.insert(record.identity).inserted, try isRevoked(record, in: store)
                else { continue }
                findings.append(
                    Finding(
                        .revokedKey,
                        "key \(record.keyID.uuidString.lowercased()) (\(record.identity)) was revoked; "
                            + "protect the presentation again with --new-key",
                        playlist: rendition.path.description,
                        line: key.line
                    )
                )
            }
        }
        return findings
    }

    private static func isRevoked(
        _ record: KeyRecord,
        in store: any KeyRecordStore
    ) throws(PackagingError) -> Bool {
        do {
            return try store.state(of: record.keyID) == .revoked
        } catch {
            throw .keyStore(error)
        }
    }
}
