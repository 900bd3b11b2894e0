import Ciphers
package import LicenseMessages
import ProtectionTerms
import TextFormats

extension LicenseAnswer {
    /// Creates the license of a key with the terms of its policy: lease, rental, offline playback and HDCP.
    init(key: ContentKey, iv: InitializationVector, terms: KeyPolicyTerms) {
        self.init(
            key: key,
            iv: iv,
            duration: terms.keyDuration,
            hdcp: terms.hdcp.flatMap { HDCPLevel(name: $0) },
            offline: terms.offlineKeyTerms
        )
    }
}

extension KeyPolicyTerms {
    /// The key duration of a CKC, or nil if no term needs one.
    ///
    /// An offline key has a duration if its storage or playback time is limited (FairPlay Streaming Server
    /// SDK 26, default business rules).
    package var keyDuration: KeyDuration? {
        let lease = UInt32(clamping: leaseSeconds ?? 0)
        let rental = UInt32(clamping: rentalSeconds ?? 0)
        let kind: KeyDurationKind
        let isLimited = rental > 0 || (playbackSeconds ?? 0) > 0
        switch (lease > 0, rental > 0, offlineStreamID != nil) {
        case (_, _, true): kind = isLimited ? .persistentWithDuration : .persistent
        case (true, true, false): kind = .leaseAndRental
        case (true, false, false): kind = .lease
        case (false, true, false): kind = .rental
        case (false, false, false): return nil
        }
        return KeyDuration(leaseSeconds: lease, rentalSeconds: rental, kind: kind)
    }

    /// The offline terms of a CKC, or nil if the policy has none.
    ///
    /// Ids of fewer than 16 bytes are padded with zeros at the end (FairPlay Streaming Server SDK 26, server
    /// offline key tag).
    package var offlineKeyTerms: OfflineKeyTerms? {
        guard let stream = offlineStreamID.flatMap(Self.offlineID) else { return nil }
        return OfflineKeyTerms(
            streamID: stream,
            titleID: offlineTitleID.flatMap(Self.offlineID),
            storageSeconds: UInt32(clamping: rentalSeconds ?? 0),
            playbackSeconds: UInt32(clamping: playbackSeconds ?? 0)
        )
    }

    private static func offlineID(_ digits: String) -> [UInt8]? {
        guard let bytes = Hexadecimal.decode(digits), bytes.count <= 16 else { return nil }
        return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
    }
}
