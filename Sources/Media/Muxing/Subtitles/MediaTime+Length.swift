import Mezzanines

extension MediaTime {
    /// How much later it is than another time: exact where one clock counts both, or one of their common multiple does.
    ///
    /// - Parameter other: another time.
    /// - Returns: 0 where the other one is later.
    func length(since other: MediaTime) -> MediaTime {
        guard other < self else { return MediaTime(ticks: 0, timescale: timescale) }
        return advanced(by: other.negated)
    }
}
