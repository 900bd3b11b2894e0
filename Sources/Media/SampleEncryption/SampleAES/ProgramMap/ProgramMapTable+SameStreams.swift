package import TransportStreams

extension ProgramMapTable {
    /// Whether another map of the program has the same streams: the same PIDs with the same stream types, which are the
    /// same by their descriptors, and the same clock.
    ///
    /// Descriptors may say more or less. ffmpeg learns of AC-3 from its first frame only, and by then has written a map.
    package func hasSameStreams(as other: ProgramMapTable) -> Bool {
        programNumber == other.programNumber && clockPID == other.clockPID
            && streams.count == other.streams.count
            && zip(streams, other.streams).allSatisfy { stream, match in
                stream.pid == match.pid && stream.type == match.type
                    && ElementaryStreamRole(stream, in: descriptors)
                        == ElementaryStreamRole(match, in: other.descriptors)
            }
    }
}
