/// Finds the samples of an elementary stream, whose bytes come piece by piece.
protocol SampleFinder: AnyObject {
    /// Looks at the bytes of a window, and removes those from it that are done with.
    ///
    /// - Parameters:
    ///   - window: the stream.
    ///   - isLast: whether no more bytes come.
    /// - Throws: `MezzanineError` for what cannot be read or packaged.
    func find(in window: inout ElementaryStreamWindow, isLast: Bool) throws(MezzanineError)

    /// Why the stream has to be read once more; nil where what was found holds.
    var needs: SecondReading? { get }

    /// Tells whether a stream without samples ends inside of its first one; known after the last `find`.
    ///
    /// - Parameter isCut: whether the last packet is, or may be, not whole.
    /// - Returns: whether it does, as far as can be told.
    func endsInFirstSample(isCut: Bool) -> Bool

    /// The stream is over.
    ///
    /// - Parameter isCut: whether the last sample may not be whole.
    /// - Returns: what was found; nil where there is no whole sample.
    /// - Throws: `MezzanineError` for what cannot be packaged.
    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples?
}

/// What a `SampleFinder` found.
struct FoundSamples {
    let format: TrackFormat
    let timescale: UInt32
    let samples: SampleIndex
    let points: ReadingPoints
    let conversion: SampleConversion.Kind
    /// When the first sample is decoded, in ticks of `timescale` on the timeline of the time stamps.
    let presentationShift: Int64
    /// When the first one is presented, in ticks of 90 kHz; nil without time stamps.
    let earliestTime: Int64?
    let notes: [String]
}
