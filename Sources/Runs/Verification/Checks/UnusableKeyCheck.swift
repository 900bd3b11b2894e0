import Ciphers
import Failures
import FoundationEssentials
import HLSPlaylists
import Inspection
import KeyStore
import Presentations
import ProtectionTerms

/// Reports keys that should not be in use.
///
/// These are keys that were revoked, which key servers no longer give out, and keys that a value such as
/// their URI, IV or key id gives away to anyone who has the presentation.
enum UnusableKeyCheck: PresentationCheck {
    static func findings(on verified: VerifiedPresentation) throws(RunFailure) -> [Finding] {
        var findings: [Finding] = []
        var checkedKeys: Set<KeyIdentity> = []
        var checkedURIs: Set<[KeyIdentity: String]> = []
        for rendition in verified.presentation.renditions {
            for key in rendition.playlist.keys {
                guard let uri = key.value.uri, let record = try verified.resolver.recordIfChecked(key.value)
                else { continue }
                var faults: [(Finding.Rule, String)] = []
                if checkedURIs.insert([record.identity: uri]).inserted, record.key.isDisclosed(byText: uri) {
                    faults.append((.exposedKey, "is in the clear, as \(KeyExposure.keyURI.description)"))
                }
                if checkedKeys.insert(record.identity).inserted {
                    faults += try self.faults(of: record, in: verified.store)
                }
                for (rule, fault) in faults {
                    findings.append(
                        Finding(
                            rule,
                            "key \(record.keyID.uuidString.lowercased()) (\(record.identity)) \(fault); "
                                + "protect the presentation again with \(CommandOption.newKey)",
                            playlist: rendition.path.description,
                            line: key.line
                        )
                    )
                }
            }
        }
        return findings
    }

    private static func faults(
        of record: KeyRecord,
        in store: any KeyRecordLookup
    ) throws(RunFailure) -> [(Finding.Rule, String)] {
        var faults: [(Finding.Rule, String)] = []
        let state = try store.state(of: record.keyID)
        if state == .revoked { faults.append((.revokedKey, "was revoked")) }
        if let exposure = record.exposure {
            faults.append((.exposedKey, "is in the clear, as \(exposure.description)"))
        }
        return faults
    }
}
