import Ciphers
import Inspection
import KeyStore

/// Reports AES-256-GCM segments with the same IV and key: an attacker who has both can decrypt and forge.
///
/// Equal bytes at two locations count as one segment: they reveal no more than one does.
enum GCMIVReuseCheck: PresentationCheck {
    /// A segment whose IV occurs several times.
    private struct Segment {
        let item: VerificationItem
        let resource: CheckedMediaResource
        /// The key; two records may have the same one.
        let key: ContentKey
    }

    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        let repeated = repeatedIVs(in: verified.renditions)
        var segmentsByIV: [InitializationVector: [Segment]] = [:]
        var findings: [Finding] = []
        var seen: Set<CheckedMediaResource.FileRange> = []
        for rendition in verified.renditions {
            for segment in rendition.checked.gcmSegments where repeated.contains(segment.iv) {
                let item = rendition.items[Int(segment.index)]
                let resource = rendition.checked.resources[Int(segment.index)]
                guard case .gcmSegment(let record) = item.protection, seen.insert(resource.fileRange).inserted
                else { continue }
                guard let earlier = segmentsByIV[segment.iv]?.first(where: { $0.key == record.key }) else {
                    segmentsByIV[segment.iv, default: []].append(
                        Segment(item: item, resource: resource, key: record.key)
                    )
                    continue
                }
                if earlier.resource.mac != resource.mac
                    || earlier.resource.macCoveredLength != resource.macCoveredLength
                {
                    findings.append(Self.finding(item, earlier.item))
                }
            }
        }
        return findings
    }

    private static func repeatedIVs(in renditions: [VerifiedRendition]) -> Set<InitializationVector> {
        var seen: Set<InitializationVector> = []
        return Set(
            renditions.lazy.flatMap(\.checked.gcmSegments).map(\.iv).filter { !seen.insert($0).inserted }
        )
    }

    private static func finding(_ item: VerificationItem, _ otherItem: VerificationItem) -> Finding {
        item.finding(
            .repeatedIV,
            "the IV is also used for other media with the same key (\(otherItem.playlist):\(otherItem.line)): "
                + "this exposes the XOR of their contents, and segments can be forged. Encrypt them with a new key"
        )
    }
}
