import Ciphers
import Inspection
import KeyStore

/// Reports AES-256-GCM segments with the same IV and key: an attacker who has both can decrypt and forge.
///
/// Equal bytes at two locations count as one segment: they reveal no more than one does.
enum GCMIVReuseCheck {
    /// A segment whose IV occurs several times.
    private struct Segment {
        let target: VerificationItem
        let unit: CheckedMediaResource
        /// The key; two records may have the same one.
        let key: ContentKey
    }

    static func findings(
        _ targets: [VerificationItemList],
        _ checked: [CheckedRendition]
    ) -> [Finding] {
        let repeated = repeatedIVs(of: checked)
        var messages: [InitializationVector: [Segment]] = [:]
        var findings: [Finding] = []
        var seen: Set<CheckedMediaResource.FileRange> = []
        for (targets, rendition) in zip(targets, checked) {
            for message in rendition.messages where repeated.contains(message.vector) {
                let target = targets[Int(message.index)]
                let unit = rendition.units[Int(message.index)]
                guard case .sealed(let record) = target.protection, seen.insert(unit.place).inserted
                else { continue }
                guard let other = messages[message.vector]?.first(where: { $0.key == record.key }) else {
                    messages[message.vector, default: []].append(
                        Segment(target: target, unit: unit, key: record.key)
                    )
                    continue
                }
                if other.unit.mac != unit.mac || other.unit.macCoveredLength != unit.macCoveredLength {
                    findings.append(Self.finding(target, other.target))
                }
            }
        }
        return findings
    }

    private static func repeatedIVs(of checked: [CheckedRendition]) -> Set<InitializationVector> {
        var seen: Set<InitializationVector> = []
        return Set(checked.lazy.flatMap(\.messages).map(\.vector).filter { !seen.insert($0).inserted })
    }

    private static func finding(_ target: VerificationItem, _ other: VerificationItem) -> Finding {
        target.finding(
            .repeatedIV,
            "the IV is also used for other media with the same key (\(other.playlist):\(other.line)): "
                + "this exposes the XOR of their contents, and segments can be forged. Encrypt them with a new key"
        )
    }
}
