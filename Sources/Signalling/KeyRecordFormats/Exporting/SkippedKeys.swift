import FoundationEssentials

/// The keys that an export left out for one reason: their number, and the ids of the first ones.
package struct SkippedKeys: Hashable, Sendable {
    /// The greatest number of ids in a message, which would be too long to read with more.
    private static let namedLimit = 3

    /// The number of keys.
    private(set) var count = 0
    private var first: [UUID] = []

    /// The number and the ids, for people.
    package var text: String {
        let ids = first.map { $0.uuidString.lowercased() } + (count > first.count ? ["..."] : [])
        return "\(count) \(count == 1 ? "key is" : "keys are") left out (\(ids.joined(separator: ", ")))"
    }

    mutating func add(_ keyID: UUID) {
        count += 1
        if first.count < Self.namedLimit { first.append(keyID) }
    }
}

/// The treatment of keys that are longer than a format allows.
package enum LongKeyHandling: Sendable {
    /// The export fails: the user named these keys.
    case refused
    /// The keys are left out and counted: the user exports all keys.
    case leftOut
}
