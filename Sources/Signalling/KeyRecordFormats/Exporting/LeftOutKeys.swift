import FoundationEssentials

/// Keys that an export left out for one reason: how many, and the ids of the first of them.
package struct LeftOutKeys: Hashable, Sendable {
    /// A message with more ids would not be read.
    private static let namedLimit = 3

    /// How many there are.
    package private(set) var count = 0
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

/// What becomes of keys that are longer than those of a format.
package enum LongerKeys: Sendable {
    /// They were named: the export ends.
    case refused
    /// They are among all: they are left out, and counted.
    case leftOut
}
