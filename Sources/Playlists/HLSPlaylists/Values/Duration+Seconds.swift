extension Duration {
    /// The duration in seconds, for quotients; not for sums.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// The difference to another duration, never negative.
    package func distance(to other: Duration) -> Duration { self > other ? self - other : other - self }
}
