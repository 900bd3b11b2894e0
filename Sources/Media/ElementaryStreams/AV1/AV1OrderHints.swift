/// Distances between frames in output order (AV1, 5.9.3).
struct AV1OrderHints: Hashable, Sendable {
    /// OrderHintBits: 1 to 8.
    let length: Int
    /// OrderHint of the current frame.
    let current: Int

    /// get_relative_dist: how much later a frame is shown than another one, of which only the last bits are known.
    func distance(from second: Int, to first: Int) -> Int {
        let sign = 1 << (length - 1)
        let difference = first - second
        return difference & (sign - 1) - difference & sign
    }

    /// How much later a frame is shown than the current one.
    func distance(to hint: Int) -> Int { distance(from: current, to: hint) }
}
