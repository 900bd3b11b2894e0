import Ciphers
import FoundationEssentials
import HLSPackaging
import KeyStore

/// Finds two messages of AES-256-GCM that have one vector under one key: who has both can decrypt and forge.
///
/// Equal bytes in two places are one message: nothing comes of them that one would not give.
enum SealedVectorCheck {
    /// A vector under a key, which is that of its place in `Keys`.
    private struct Use: Hashable {
        let key: Int
        let vector: InitializationVector
    }

    /// Keys without repetition: two records may have one key.
    private struct Keys {
        private var keys: [ContentKey] = []
        private var indices: [UUID: Int] = [:]

        mutating func index(of record: KeyRecord) -> Int {
            if let index = indices[record.keyID] { return index }
            let index = keys.firstIndex(of: record.key) ?? keys.count
            if index == keys.count { keys.append(record.key) }
            indices[record.keyID] = index
            return index
        }
    }

    static func findings(
        _ targets: [VerificationTarget],
        _ outcomes: [TargetChecker.Outcome]
    ) -> [Finding] {
        var keys = Keys()
        var first: [Use: Int] = [:]
        var findings: [Finding] = []
        var seen: Set<VerificationTarget.Location> = []
        for (index, (target, outcome)) in zip(targets, outcomes).enumerated() {
            guard case .sealed(let record) = target.protection, let vector = outcome.sealedVector,
                seen.insert(target.unit(outcome)).inserted
            else { continue }
            let use = Use(key: keys.index(of: record), vector: vector)
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
