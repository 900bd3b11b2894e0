/// Finds the samples of an elementary stream that arrives in pieces.
protocol SampleFinder: AnyObject {
    /// Searches a window for samples, and removes bytes from it that are no longer needed.
    ///
    /// - Parameters:
    ///   - window: the bytes of the stream.
    ///   - isLast: true if no more bytes follow.
    /// - Throws: `MezzanineError` if the stream cannot be read or packaged.
    func search(in window: inout ElementaryStreamWindow, isLast: Bool) throws(MezzanineError)

    /// The reason to read the stream again, or nil if the samples found so far are right.
    var rereadReason: RereadReason? { get }

    /// Indicates whether a stream without samples ends inside its first sample; known after the last
    /// `search`.
    ///
    /// - Parameter isCut: true if the last packet is or may be incomplete.
    /// - Returns: true if it does, as far as can be known.
    func endsInFirstSample(isCut: Bool) -> Bool

    /// Ends the stream.
    ///
    /// - Parameter isCut: true if the last sample may be incomplete.
    /// - Returns: the samples, or nil if no sample is complete.
    /// - Throws: `MezzanineError` if the stream cannot be packaged.
    func finish(isCut: Bool) throws(MezzanineError) -> FoundSamples?
}

/// The samples that a `SampleFinder` found, and the format of the track.
struct FoundSamples {
    let format: TrackFormat
    let timescale: UInt32
    let samples: SampleIndex
    let points: SeekPoints
    let conversion: SampleConverter.Kind
    /// The decode time of the first sample in ticks of `timescale`, on the timeline of the time stamps.
    let presentationShift: Int64
    /// The earliest presentation time in ticks of 90 kHz, or nil without time stamps.
    let earliestTime: Int64?
    let notes: [String]
}
