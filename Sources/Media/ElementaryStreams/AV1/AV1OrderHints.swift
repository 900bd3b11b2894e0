/// A calculator of distances between frames in output order (AV1, 5.9.3).
struct AV1OrderHints: Hashable, Sendable {
    /// OrderHintBits: 1 to 8.
    let length: Int
    /// OrderHint of the current frame.
    let currentHint: Int

    /// Returns how much later frame `first` is output than `second`, negative if earlier (get_relative_dist).
    ///
    /// Order hints are only the low bits of output positions, so the result holds for frames close to each
    /// other.
    func distance(from second: Int, to first: Int) -> Int {
        let sign = 1 << (length - 1)
        let difference = first - second
        return difference & (sign - 1) - difference & sign
    }

    /// Returns how much later a frame is output than the current frame, negative if earlier.
    func distance(to hint: Int) -> Int { distance(from: currentHint, to: hint) }
}
