extension Duration {
    /// The duration in seconds, rounded to a `Double`; for quotients, not for sums.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// Returns the absolute difference to another duration.
    package func distance(to other: Duration) -> Duration { self > other ? self - other : other - self }
}
