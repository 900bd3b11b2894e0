import FoundationEssentials
import ProtectionTerms

/// The requirements of SPEKE v2 for documents beyond CPIX 2.3 (AWS, "Standard payload components" and
/// "Constraints").
enum SPEKERules {
    static func check(_ document: CPIXDocument) throws(CPIXError) {
        guard document.contentID != nil else { throw needs("a content id") }
        let keyIDsWithRules = Set(document.usageRules.map(\.kid))
        for key in document.contentKeys {
            guard key.scheme != nil else { throw needs("the encryption scheme of each key") }
            guard key.dependsOnKey == nil else { throw needs("keys that depend on no other key") }
            guard keyIDsWithRules.contains(key.kid) else { throw needs("a usage rule for each key") }
        }
        for rule in document.usageRules {
            guard rule.intendedTrackType != nil else { throw needs("the track type of each usage rule") }
            guard !rule.video.isEmpty || !rule.audio.isEmpty else {
                throw needs("a video or audio filter in each usage rule")
            }
        }
        for system in document.drmSystems where system.systemID == KeySystem.fairPlay.systemID {
            guard system.pssh == nil, system.contentProtectionData == nil else {
                throw needs("FairPlay without PSSH and ContentProtectionData")
            }
            guard system.mediaLines != nil, system.multivariantLines != nil else {
                throw needs("the key lines of FairPlay for both playlists")
            }
        }
        guard document.periods.allSatisfy({ $0.index != nil && $0.attributes.isEmpty }) else {
            throw needs("periods with an index and no times")
        }
    }

    private static func needs(_ what: String) -> CPIXError {
        .inexpressible(reason: "speke-2 needs \(what)")
    }
}
