internal import ElementaryStreams
package import MediaProbing

/// Looks at a clear stream of one kind as it passes by, and keeps the first thing that is wrong with it.
///
/// A checker holds no more than a packet, a frame header or a box of bounded size. What it says does not depend on how
/// the stream is cut into chunks.
///
/// Checkers see structure, not content: bytes of compressed pictures and sound look like garbage whether they are or
/// not. Each checker says what passes it by. Only a comparison with the source proves every byte.
package protocol StreamShapeChecker: Sendable {
    /// Takes the next bytes; ignored once there is a fault.
    mutating func consume(_ chunk: Span<UInt8>)
    /// The stream is over.
    mutating func finish()
    /// The first thing that is wrong; final after `finish()`.
    var fault: StreamShapeFault? { get }
    /// Which syncframes have a wrong CRC, where that is all that is wrong.
    var checksumFault: ChecksumFault? { get }
    /// Where the segment starts in time; nil until it is known, or when the segment does not say.
    var start: StreamStart? { get }
    /// What is being checked.
    var kind: StreamKind { get }
}

extension StreamShapeChecker {
    package var checksumFault: ChecksumFault? { nil }
}

/// Which syncframes of AC-3 and E-AC-3 have a wrong CRC.
package enum ChecksumFault: Hashable, Sendable {
    /// Some of a stream, and others of it are intact: encryption leaves none intact, so the media were made so.
    case some
    /// All of a stream.
    case all

    /// - Parameter streams: the CRCs of each stream.
    init?(_ streams: [AudioFrameRun.Checksums]) {
        let faulty = streams.filter { $0.firstFault != nil }
        if faulty.isEmpty { return nil }
        self = faulty.allSatisfy { $0.intactCount > 0 } ? .some : .all
    }
}
