/// A track and key period of a title, which share one key of the key store.
package struct KeySlot: Hashable, Comparable, Sendable {
    /// The track that shares the key: `all`, a class (`audio`, `sd`, `hd`, `uhd`) or the name of a rendition.
    package let track: String
    /// The number of the key period, from 0.
    package let period: Int

    /// Creates the slot of a track and a key period.
    package init(track: String, period: Int) {
        self.track = track
        self.period = period
    }

    /// Compares tracks by bytes: names of two renditions may be equivalent in Unicode.
    package static func == (left: Self, right: Self) -> Bool {
        left.period == right.period && left.track.utf8.elementsEqual(right.track.utf8)
    }

    /// Hashes bytes, as `==` compares them.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(track.utf8))
        hasher.combine(period)
    }

    /// The description for messages.
    package var description: String { "track \(track), period \(period)" }

    /// Orders by track, then by period.
    package static func < (left: Self, right: Self) -> Bool {
        (left.track, left.period) < (right.track, right.period)
    }
}
