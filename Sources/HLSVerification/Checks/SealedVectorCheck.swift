import Ciphers
import FoundationEssentials
import HLSPackaging
import KeyStore

/// Finds two messages of AES-256-GCM that have one vector under one key: who has both can decrypt and forge.
///
/// Equal bytes in two places are one message: nothing comes of them that one would not give.
enum SealedVectorCheck {
    /// A vector under a key.
    private struct Use: Hashable {
        let keyID: UUID
        let vector: InitializationVector
    }

    static func findings(
        _ targets: [VerificationTarget],
        _ outcomes: [TargetChecker.Outcome]
    ) -> [Finding] {
        var first: [Use: Int] = [:]
        var findings: [Finding] = []
        var seen: Set<VerificationTarget.Location> = []
        for (index, (target, outcome)) in zip(targets, outcomes).enumerated() {
            guard case .sealed(let record) = target.protection, let vector = outcome.sealedVector,
                seen.insert(target.unit(outcome)).inserted
            else { continue }
            let use = Use(keyID: record.keyID, vector: vector)
            guard let other = first[use] else {
                first[use] = index
                continue
            }
            let isSame =
                outcomes[other].code == outcome.code && outcomes[other].codeLength == outcome.codeLength
            guard !isSame else { continue }
            findings.append(
                target.finding(
                    .repeatedVector,
                    "the IV is that of other media under the same key (\(targets[other].playlist):\(targets[other].line)): "
                        + "both can be decrypted without the key, and others forged. Encrypt them under a new key"
                )
            )
        }
        return findings
    }
}
