package import Failures
package import ProtectionTerms

/// The identity of a key: title, track, key period and generation.
package struct KeyIdentity: Hashable, Sendable {
    /// The maximum period and generation.
    static let numberLimit = Int(Int32.max)
    /// The maximum length of a track name, in bytes of UTF-8.
    static let trackByteLimit = 512

    /// The content id of the title.
    package let contentID: ContentID
    private let trackText: RecordText
    /// The index of the key period (`--rotate-every`), from 0.
    package let period: Int
    /// The generation of the title's keys, from 1; `--new-key` begins another.
    package let generation: Int

    /// The part of the title that the key protects: `all`, a class such as `hd`, or a rendition's name.
    package var track: String { trackText.value }

    /// Creates an identity.
    ///
    /// Throws `.invalidField` unless the track has 1 to 512 bytes without control characters, the period is
    /// at least 0, the generation at least 1, and both at most 2^31 - 1.
    package init(
        contentID: ContentID,
        track: String,
        period: Int = 0,
        generation: Int = 1
    ) throws(RunFailure) {
        guard (0...Self.numberLimit).contains(period) else {
            throw .invalidField(name: "key period", found: "\(period)", expected: "0 to \(Self.numberLimit)")
        }
        guard (1...Self.numberLimit).contains(generation) else {
            throw .invalidField(
                name: "key generation",
                found: "\(generation)",
                expected: "1 to \(Self.numberLimit)"
            )
        }
        self.contentID = contentID
        self.trackText = try RecordText(track, name: "track", limit: Self.trackByteLimit)
        self.period = period
        self.generation = generation
    }
}

extension KeyIdentity {
    /// The four parts as bytes: content id and track in UTF-8, period and generation as 8 bytes, big-endian.
    package var fields: [[UInt8]] {
        let numbers = [period, generation].map { number in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        return [Array(contentID.value.utf8), Array(track.utf8)] + numbers
    }
}

extension KeyIdentity: Comparable {
    /// Orders by content id, track, period, generation.
    package static func < (left: KeyIdentity, right: KeyIdentity) -> Bool {
        (left.contentID, left.trackText, left.period, left.generation)
            < (right.contentID, right.trackText, right.period, right.generation)
    }
}

extension KeyIdentity: CustomStringConvertible {
    /// All four parts, for messages.
    package var description: String {
        "content id \(contentID), track \(track), period \(period), generation \(generation)"
    }
}

extension KeyIdentity {
    /// Throws if a key in the same generation of the title has another length, because the lengths are for
    /// different methods.
    ///
    /// - Parameters:
    ///   - length: the length of the key that will be stored.
    ///   - otherIdentity: the identity of the other key.
    ///   - otherLength: the length of the other key.
    /// - Throws: `.mixedKeyLengths`.
    package func checkKeyLength(
        _ length: KeyLength,
        beside otherIdentity: KeyIdentity,
        _ otherLength: KeyLength
    ) throws(RunFailure) {
        guard length != otherLength else { return }
        throw .mixedKeyLengths(
            self,
            count: length.byteCount,
            otherIdentity: otherIdentity,
            otherCount: otherLength.byteCount
        )
    }
}
