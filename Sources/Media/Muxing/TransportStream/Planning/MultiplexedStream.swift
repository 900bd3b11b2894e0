import Mezzanines
import TransportStreams

/// A track in a transport stream.
///
/// A class, because it is looked at for every packet, and a structure with so many references would be copied slowly.
final class MultiplexedStream: Sendable {
    /// The cut track.
    let cut: TrackSegments
    /// How it is carried.
    let format: ElementaryStreamFormat
    /// The PID of its packets.
    let pid: PacketIdentifier
    /// The time stamps of its samples.
    let times: StreamTimes
    /// Which samples share a PES packet.
    let grouping: StreamSchedule.Grouping
    /// Whether its packets carry the clock.
    let isClock: Bool

    /// The path of the input, for failures.
    var path: String { cut.track.path }

    /// A track with its PID.
    init(
        _ cut: TrackSegments,
        _ format: ElementaryStreamFormat,
        pid: PacketIdentifier,
        isClock: Bool
    ) {
        self.cut = cut
        self.format = format
        self.pid = pid
        self.isClock = isClock
        let samples =
            (cut.segments.first?.samples.lowerBound ?? 0)..<(cut.segments.last?.samples.upperBound ?? 0)
        times = StreamTimes(cut.timed, samples: samples)
        switch format.carriage {
        case .avc: grouping = .single
        case .audio(let frames):
            // Beside video up to 200 ms, which spares headers; alone as often as the clock is due.
            let scale = UInt64(cut.track.timescale)
            grouping = .frames(ticks: isClock ? scale / 10 : scale / 5, headerSize: frames.headerSize)
        }
    }
}
