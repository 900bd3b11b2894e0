package import TransportStreams

/// Reads the tables of a segment: one PAT with one program, and its PMT, which do not change on the way.
///
/// HLS allows one program (RFC 8216, 3.2). Clear and protected segments are read alike.
package struct SingleProgramTables: Sendable {
    /// The PID of the program map; nil before the PAT.
    package private(set) var programMapPID: PacketIdentifier?
    /// The program map; nil before it was read.
    package private(set) var programMap: ProgramMapTable?
    /// Whether the segment itself had a program map.
    package private(set) var hasOwnMap = false

    /// - Parameter section: the program map of the segment's `EXT-X-MAP`, if it has one.
    package init(section: (pid: PacketIdentifier, map: ProgramMapTable)? = nil) {
        programMapPID = section?.pid
        programMap = section?.map
    }

    /// Whether packets of `pid` are for `take`.
    package func contains(_ pid: PacketIdentifier) -> Bool {
        pid == .programAssociation || pid == programMapPID
    }

    /// Takes the next packet of the PAT or PMT.
    ///
    /// - Parameters:
    ///   - packet: what was read of it.
    ///   - bytes: all 188 bytes.
    ///   - offset: where they stand in the stream.
    /// - Throws: `SampleEncryptionError` for a wrong CRC, tables that are not in force yet, several programs, a map that
    ///   changes, and other sections on the PID of the map.
    package mutating func take(
        _ packet: TransportPacket,
        _ bytes: Span<UInt8>,
        at offset: UInt64
    ) throws(SampleEncryptionError) {}

    /// Throws unless there is a map.
    package func checkCompleteness() throws(SampleEncryptionError) {}
}
