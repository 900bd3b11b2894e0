import Mezzanines
import TransportStreams

/// A track of a transport stream.
///
/// It is a class because it is used for every packet, and copying a structure with so many references would
/// be slow.
final class MultiplexedStream: Sendable {
    let trackSegments: TrackSegments
    let format: ElementaryStreamFormat
    let pid: PacketIdentifier
    let timestamps: StreamTimestamps
    /// The rule by which samples share a PES packet.
    let grouping: StreamSchedule.Grouping
    /// Indicates whether packets of this stream carry the PCR.
    let carriesPCR: Bool

    /// The path of the input, for error messages.
    var path: String { trackSegments.track.path }

    init(
        _ trackSegments: TrackSegments,
        _ format: ElementaryStreamFormat,
        pid: PacketIdentifier,
        carriesPCR: Bool
    ) {
        self.trackSegments = trackSegments
        self.format = format
        self.pid = pid
        self.carriesPCR = carriesPCR
        let firstSample = trackSegments.segments.first?.samples.lowerBound ?? 0
        let endSample = trackSegments.segments.last?.samples.upperBound ?? 0
        timestamps = StreamTimestamps(trackSegments.timedTrack, samples: firstSample..<endSample)
        switch format.carriage {
        case .avc: grouping = .single
        case .audio(let frames):
            // Up to 200 ms per PES packet beside video, to save headers; 100 ms without video, the PCR
            // interval.
            let scale = UInt64(trackSegments.track.timescale)
            grouping = .frames(ticks: carriesPCR ? scale / 10 : scale / 5, headerSize: frames.headerSize)
        }
    }
}
