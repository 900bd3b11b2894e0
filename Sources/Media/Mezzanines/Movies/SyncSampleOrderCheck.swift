import Bitstreams
import ISOBaseMedia

/// Checks that the sync samples of a track are presented in decoding order.
///
/// A sync sample is never presented before a picture that is decoded earlier (ISO/IEC 14496-12, 8.6.2; H.264,
/// IDR pictures; H.265, 8.3.1). Tables that say otherwise have a wrong `stss` or wrong composition offsets,
/// as in a track with B-frames whose `stss` is lost. Segments would begin with pictures that cannot be
/// decoded.
struct SyncSampleOrderCheck {
    let path: String
    let track: Movie.Track

    /// - Throws: `MezzanineError` for the first sync sample that is presented too early.
    func check(_ samples: SampleIndex) throws(MezzanineError) {
        // Without composition offsets samples are presented in decoding order.
        guard !samples.compositionOffsets.isEmpty else { return }
        var last: (number: Int, time: Int64)?
        for index in 0..<samples.syncSampleCount {
            let number = samples.syncSample(at: index)
            let timing = samples.timing(of: number)
            let time = timing.decodeTime + Int64(timing.compositionOffset)
            // Samples without a duration may have equal times.
            if let last, time < last.time {
                throw .malformed(
                    path: path,
                    .invalid(
                        offset: track.sampleDescriptions.offset,
                        field: "composition time of sync sample \(number + 1) of track \(track.trackID)",
                        found: "\(time)",
                        expected: "at least \(last.time), that of sync sample \(last.number + 1):"
                            + " 'stss' (the flags of fragments) or the composition offsets are wrong"
                    )
                )
            }
            last = (number, time)
        }
    }
}
