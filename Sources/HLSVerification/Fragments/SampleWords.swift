internal import Bitstreams
internal import ISOBaseMedia
internal import SampleEncryption

/// Says where in its fragment a sample is, and what of it a byte is.
struct SampleWords {
    /// What the section says.
    let movie: MovieFormat?
    /// The essence of the fragment.
    let fragment: [UInt8]
    /// track_ID.
    let track: UInt32

    /// The decoding time and the NAL unit, as far as they can be told.
    ///
    /// - Parameters:
    ///   - number: the sample's number in the fragment, from 0.
    ///   - position: a byte of the sample.
    ///   - sample: its bytes in the clear.
    /// - Returns: the words.
    func words(ofSample number: Int, at position: Int, in sample: Span<UInt8>) -> [String] {
        [
            decodeTime(ofSample: number).map { "decode time \($0) in ticks of the track" },
            unit(at: position, in: sample),
        ].compactMap(\.self)
    }

    private func decodeTime(ofSample number: Int) -> UInt64? {
        var reader = ByteReader(fragment[...])
        guard let box = try? Box(&reader), let movieFragment = try? MovieFragmentBox(box) else { return nil }
        var left = number
        for traf in movieFragment.tracks where traf.header.trackID == track {
            let count = traf.runs.reduce(0) { $0 + Int($1.sampleCount) }
            guard left >= count else { return time(ofSample: left, in: traf) }
            left -= count
        }
        return nil
    }

    /// The first sample of each run; that of others where all have one duration.
    private func time(ofSample number: Int, in traf: TrackFragmentBox) -> UInt64? {
        guard var time = traf.baseMediaDecodeTime else { return nil }
        let duration =
            traf.header.defaultSampleDuration ?? movie?.track(track)?.defaults.defaultSampleDuration
        var left = number
        for run in traf.runs {
            guard left >= Int(run.sampleCount) else {
                return run.duration(ofFirst: left, defaultSampleDuration: duration).map { time &+ $0 }
            }
            guard let all = run.duration(defaultSampleDuration: duration) else { return nil }
            time &+= all
            left -= Int(run.sampleCount)
        }
        return nil
    }

    private func unit(at position: Int, in sample: Span<UInt8>) -> String? {
        let lengthSize: Int
        var isHEVC = false
        switch movie?.track(track)?.entries.first?.codec {
        case .avc(let configuration): lengthSize = configuration.lengthSize
        case .hevc(let configuration):
            lengthSize = configuration.lengthSize
            isHEVC = true
        default: return nil
        }
        var units = LengthPrefixedUnits(lengthSize: lengthSize)
        var number = 0
        while let unit = units.next(in: sample) {
            if position < unit.lowerBound { return "in the length of NAL unit \(number)" }
            if unit.contains(position) {
                let header = sample[unit.lowerBound]
                let type = isHEVC ? header >> 1 & 0x3F : header & 0x1F
                return "in NAL unit \(number) (nal_unit_type \(type))"
            }
            number += 1
        }
        return nil
    }
}
