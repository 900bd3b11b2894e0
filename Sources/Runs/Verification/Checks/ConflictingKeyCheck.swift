import Ciphers
import FoundationEssentials
import Inspection
import KeyStore

/// Reports bytes that playlists name under several keys or IVs.
///
/// Only one key and IV decrypt a media resource that is encrypted as a whole. A wrong IV changes no more than
/// the first 16 bytes, which may look like any others.
enum ConflictingKeyCheck: PresentationCheck {
    private struct ItemReference {
        let fileRange: CheckedMediaResource.FileRange
        let rendition: Int32
        let index: Int32
    }

    static func findings(on verified: VerifiedPresentation) -> [Finding] {
        var findings: [Finding] = []
        var firstItem: VerificationItem?
        var fileRange: CheckedMediaResource.FileRange?
        for reference in itemsWithSharedBytes(verified.renditions) {
            let item = verified.renditions[Int(reference.rendition)].items[Int(reference.index)]
            if reference.fileRange != fileRange { (fileRange, firstItem) = (reference.fileRange, nil) }
            guard let itemKey = item.wholeSegmentKey else { continue }
            guard let earlierItem = firstItem, let earlierKey = earlierItem.wholeSegmentKey else {
                firstItem = item
                continue
            }
            guard earlierKey != itemKey else { continue }
            let what = earlierKey.keyID == itemKey.keyID ? "IV" : "key"
            let message =
                "the \(what) for these bytes is not the one that \(earlierItem.playlist):\(earlierItem.line) has for them"
            findings.append(item.finding(.keyLine, message))
        }
        return findings
    }

    /// Returns the items whose bytes other items have too, by location, then in the order of playlists.
    private static func itemsWithSharedBytes(_ renditions: [VerifiedRendition]) -> [ItemReference] {
        var references: [ItemReference] = []
        references.reserveCapacity(renditions.reduce(0) { $0 + $1.checked.resources.count })
        for (number, rendition) in renditions.enumerated() {
            for (index, resource) in rendition.checked.resources.enumerated() {
                references.append(
                    ItemReference(
                        fileRange: resource.fileRange,
                        rendition: Int32(number),
                        index: Int32(index)
                    )
                )
            }
        }
        references.sort { one, other in
            one.fileRange == other.fileRange
                ? (one.rendition, one.index) < (other.rendition, other.index)
                : one.fileRange < other.fileRange
        }
        return references.indices.lazy.filter { position in
            (position > 0 && references[position - 1].fileRange == references[position].fileRange)
                || (position + 1 < references.count
                    && references[position + 1].fileRange == references[position].fileRange)
        }
        .map { references[$0] }
    }
}

extension VerificationItem {
    /// The key and IV of bytes that are encrypted as one CBC stream, or nil for other bytes.
    fileprivate var wholeSegmentKey: KeyAndIV? {
        guard case .wholeSegment(let record, let iv) = protection else { return nil }
        return KeyAndIV(keyID: record.keyID, iv: iv)
    }
}

private struct KeyAndIV: Hashable {
    let keyID: UUID
    let iv: InitializationVector
}
