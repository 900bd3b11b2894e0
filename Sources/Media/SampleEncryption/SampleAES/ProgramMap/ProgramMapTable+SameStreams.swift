package import TransportStreams

extension ProgramMapTable {
    /// Indicates whether another map of the program has the same streams and the same PCR_PID.
    ///
    /// Streams are the same if PIDs, stream types and roles, which also depend on descriptors, are equal.
    /// Other descriptors may differ: ffmpeg recognizes AC-3 only by its first frame, and has written a map by
    /// then.
    package func hasSameStreams(as other: ProgramMapTable) -> Bool {
        programNumber == other.programNumber && pcrPID == other.pcrPID
            && streams.count == other.streams.count
            && zip(streams, other.streams).allSatisfy { stream, match in
                stream.pid == match.pid && stream.type == match.type
                    && ElementaryStreamRole(stream, in: descriptors)
                        == ElementaryStreamRole(match, in: other.descriptors)
            }
    }
}
