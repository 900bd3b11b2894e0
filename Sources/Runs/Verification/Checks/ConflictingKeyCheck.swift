import Ciphers
import FoundationEssentials
import Inspection
import KeyStore

/// Reports bytes that playlists name under several keys or IVs.
///
/// Only one key and IV decrypt a media resource that is encrypted as a whole. A wrong IV changes no more than
/// the first 16 bytes, which may look like any others.
enum ConflictingKeyCheck {
    private struct Target {
        let place: CheckedMediaResource.FileRange
        let rendition: Int32
        let index: Int32
    }

    static func findings(
        _ targets: [VerificationItemList],
        _ checked: [CheckedRendition]
    ) -> [Finding] {
        var findings: [Finding] = []
        var first: VerificationItem?
        var place: CheckedMediaResource.FileRange?
        for next in shared(checked) {
            let target = targets[Int(next.rendition)][Int(next.index)]
            if next.place != place { (place, first) = (next.place, nil) }
            guard let own = target.wholeKey else { continue }
            guard let other = first, let key = other.wholeKey else {
                first = target
                continue
            }
            guard key != own else { continue }
            let what = key.keyID == own.keyID ? "IV" : "key"
            let message =
                "the \(what) for these bytes is not the one that \(other.playlist):\(other.line) has for them"
            findings.append(target.finding(.keyLine, message))
        }
        return findings
    }

    /// Returns the items whose bytes other items have too, by location, then in the order of playlists.
    private static func shared(_ checked: [CheckedRendition]) -> [Target] {
        var all: [Target] = []
        all.reserveCapacity(checked.reduce(0) { $0 + $1.units.count })
        for (rendition, checked) in checked.enumerated() {
            for (index, unit) in checked.units.enumerated() {
                all.append(Target(place: unit.place, rendition: Int32(rendition), index: Int32(index)))
            }
        }
        all.sort { one, other in
            one.place == other.place
                ? (one.rendition, one.index) < (other.rendition, other.index) : one.place < other.place
        }
        return all.indices.lazy.filter { number in
            (number > 0 && all[number - 1].place == all[number].place)
                || (number + 1 < all.count && all[number + 1].place == all[number].place)
        }
        .map { all[$0] }
    }
}

extension VerificationItem {
    /// The key and IV of bytes that are encrypted as one CBC stream, or nil for other bytes.
    fileprivate var wholeKey: WholeKey? {
        guard case .wholeSegment(let record, let vector) = protection else { return nil }
        return WholeKey(keyID: record.keyID, vector: vector)
    }
}

private struct WholeKey: Hashable {
    let keyID: UUID
    let vector: InitializationVector
}
