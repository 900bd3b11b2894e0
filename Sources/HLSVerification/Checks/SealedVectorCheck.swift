import Ciphers
import HLSPackaging
import KeyStore

/// Finds two messages of AES-256-GCM that have one vector under one key: who has both can decrypt and forge.
///
/// Equal bytes in two places are one message: nothing comes of them that one would not give.
enum SealedVectorCheck {
    /// A message, and its key: two records may have one.
    private struct Message {
        let index: Int
        let key: ContentKey
    }

    static func findings(
        _ targets: [VerificationTarget],
        _ outcomes: [TargetChecker.Outcome]
    ) -> [Finding] {
        // Those of one vector, each under another key: there is hardly ever more than one.
        var messages: [InitializationVector: [Message]] = [:]
        var findings: [Finding] = []
        var seen: Set<VerificationTarget.Location> = []
        for (index, (target, outcome)) in zip(targets, outcomes).enumerated() {
            guard case .sealed(let record) = target.protection, let vector = outcome.sealedVector,
                seen.insert(target.unit(outcome)).inserted
            else { continue }
            guard let other = messages[vector]?.first(where: { $0.key == record.key })?.index else {
                messages[vector, default: []].append(Message(index: index, key: record.key))
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
