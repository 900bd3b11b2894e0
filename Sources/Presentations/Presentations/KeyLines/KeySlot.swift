/// The place of a key in a title: one key of the store fills it.
package struct KeySlot: Hashable, Comparable, Sendable {
    /// `all`, a class (`audio`, `sd`, `hd`, `uhd`) or the name of a rendition.
    package let track: String
    /// The key period, from 0.
    package let period: Int

    /// Makes the slot of a track and a period.
    package init(track: String, period: Int) {
        self.track = track
        self.period = period
    }

    /// By the bytes of the track: two renditions may have names that Unicode takes for one.
    package static func == (left: Self, right: Self) -> Bool {
        left.period == right.period && left.track.utf8.elementsEqual(right.track.utf8)
    }

    /// As `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(track.utf8))
        hasher.combine(period)
    }

    /// The slot in words.
    package var text: String { "track \(track), period \(period)" }

    /// By track, then by period.
    package static func < (left: Self, right: Self) -> Bool {
        (left.track, left.period) < (right.track, right.period)
    }
}
