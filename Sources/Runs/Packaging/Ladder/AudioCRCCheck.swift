import Bitstreams
import ElementaryStreams
import Failures
import ISOBaseMedia
import Mezzanines
import Muxing
import Presentations
import ProtectionTerms
import TextFormats

/// Finds audio frames with a wrong CRC in the source.
///
/// Decoders may mute them, and a verification without a key record takes them for badly decrypted. Samples of
/// AC-3 and E-AC-3 that are not whole frames are refused for transport streams and packed audio, where frames
/// follow each other without lengths: no frame after them would be found.
struct AudioCRCCheck {
    /// The frames with a wrong CRC in a segment: their number and the time of the first.
    private struct Findings: Sendable {
        var count = 0
        var firstTime: MediaTime?
        /// The time of the first sample that is not whole frames.
        var firstPartialTime: MediaTime?
    }

    /// The size of the largest sample that is checked, in bytes: frame_size of FLAC has 24 bits.
    private static let sampleLimit = 1 << 24

    private let needsWholeFrames: Bool
    private let jobs: Int
    private let progress: any ProgressSink
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - needsWholeFrames: indicates whether the frames go into transport streams or packed audio.
    ///   - jobs: the number of threads.
    ///   - progress: receives a note if there are frames to check.
    ///   - cancellation: stops the check.
    init(
        needsWholeFrames: Bool = false,
        jobs: Int,
        progress: any ProgressSink = SilentProgress(),
        cancellation: Cancellation
    ) {
        self.needsWholeFrames = needsWholeFrames
        self.jobs = jobs
        self.progress = progress
        self.cancellation = cancellation
    }

    /// Checks all audio that has CRCs, on all threads.
    ///
    /// - Parameter tracks: all tracks, with their segments.
    /// - Returns: a warning for each track with wrong CRCs.
    /// - Throws: `RunFailure` if bytes cannot be read, or samples are refused.
    func warnings(_ tracks: [TrackSegments]) throws(RunFailure) -> [String] {
        var seen: [String: Set<UInt32>] = [:]
        // Audio that is multiplexed with several renditions occurs several times.
        let tracks = tracks.filter { trackSegments in
            Self.hasChecksums(trackSegments.track.format.codec)
                && seen[trackSegments.track.path, default: []].insert(trackSegments.track.identifier).inserted
        }
        guard !tracks.isEmpty else { return [] }
        progress.beginPhase(.checking, "checking audio frames")
        let work = tracks.enumerated().flatMap { index, track in track.segments.indices.map { (index, $0) } }
        let cancellation = cancellation
        let findings = try WorkerPool(jobs: jobs).map(count: work.count, makeState: { [UInt8]() }) {
            (buffer, number) throws(RunFailure) -> Findings in
            try cancellation.check()
            let (track, segment) = work[number]
            return try mapErrors(to: RunFailure.mezzanine) { () throws(MezzanineError) in
                try Self.check(at: tracks[track], segment, &buffer)
            }
        }
        var sums = tracks.map { _ in Findings() }
        for ((track, _), finding) in zip(work, findings) {
            sums[track].count += finding.count
            sums[track].firstTime = sums[track].firstTime ?? finding.firstTime
            if needsWholeFrames, let time = finding.firstPartialTime {
                throw .mezzanine(Self.refusal(of: tracks[track].track, at: time))
            }
        }
        return zip(tracks, sums).compactMap { track, sum in
            guard let first = sum.firstTime else { return nil }
            return
                "\(track.track.path): \(LadderTrack.name(of: track.track)): "
                + "\(CountText.text(sum.count, "frame has", plural: "frames have")) a wrong CRC (the first at "
                + "\(first.secondsDescription)): such frames are packaged as they are, and decoders may mute them"
        }
    }

    private static func refusal(of track: SourceTrack, at time: MediaTime) -> MezzanineError {
        .unsupported(
            path: track.path,
            what:
                "\(LadderTrack.name(of: track)): a sample at \(time.secondsDescription) that does not consist of whole frames (expected "
                + "frames from its start to its end, because decoders of transport streams find each frame after the one before it)",
            "Encode the audio again, or use \(CommandOption.segmentFormat) fmp4"
        )
    }

    private static func hasChecksums(_ codec: TrackFormat.Codec) -> Bool {
        switch codec {
        case .ac3, .eac3, .flac: true
        case .avc, .hevc, .av1, .aac, .opus, .alac: false
        }
    }

    private static func check(
        at track: TrackSegments,
        _ segment: Int,
        _ buffer: inout [UInt8]
    ) throws(MezzanineError) -> Findings {
        let source = track.track
        let samples = track.segments[segment].samples
        var findings = Findings()
        do throws(ByteSourceError) {
            let reader = try source.bytes.makeReader()
            var cursor = source.samples.samples(from: samples.lowerBound)
            while cursor.number < samples.upperBound, let sample = cursor.next() {
                let size = Int(sample.size)
                // No frame is larger, whatever tables say.
                guard size <= sampleLimit else { continue }
                if buffer.count < size { buffer = [UInt8](repeating: 0, count: size) }
                guard try reader.read(into: &buffer, 0..<size, at: sample.offset) == size else {
                    throw .changed(path: source.path)
                }
                let (count, isWhole) = check(at: buffer[..<size], source.format.codec)
                guard count > 0 else { continue }
                findings.count += count
                let ticks = source.presentationTime(of: sample) &- track.timedTrack.origin
                let time = MediaTime(ticks: max(0, ticks), timescale: source.timescale)
                findings.firstTime = findings.firstTime ?? time
                if !isWhole { findings.firstPartialTime = findings.firstPartialTime ?? time }
            }
        } catch {
            throw .bytes(path: source.path, error)
        }
        return findings
    }

    /// Counts the frames of a sample with a wrong CRC, and checks that it consists of whole frames.
    ///
    /// Bytes that are not a frame count as one. In AC-3 and E-AC-3 the CRC covers everything except the
    /// syncword (ETSI TS 102 366, 4.4.1.2, 4.4.5.2 and 6.10.1), in FLAC everything (RFC 9639, 9.3).
    private static func check(
        at sample: ArraySlice<UInt8>,
        _ codec: TrackFormat.Codec
    ) -> (wrongCount: Int, isWhole: Bool) {
        guard codec != .flac else { return (CRC16ANSI.isIntact(sample.span) ? 0 : 1, true) }
        var count = 0
        var rest = sample
        while !rest.isEmpty {
            guard case .frame(let frame)? = try? PackedAudioElement(rest, at: 0),
                [.ac3, .eac3].contains(frame.codec),
                frame.size <= rest.count
            else { return (count + 1, false) }
            let covered = rest.prefix(frame.size).dropFirst(2)
            if !CRC16ANSI.isIntact(covered.span) { count += 1 }
            rest = rest.dropFirst(frame.size)
        }
        return (count, true)
    }
}
