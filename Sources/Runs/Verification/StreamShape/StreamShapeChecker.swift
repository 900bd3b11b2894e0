import Bitstreams
import ElementaryStreams
import MediaProbing

/// Looks at a clear stream of one kind as it passes by, and keeps the first thing that is wrong with it.
///
/// A checker holds no more than a packet, a frame header or a box of bounded size. What it says does not depend on how
/// the stream is cut into chunks.
///
/// Checkers see structure, not content: bytes of compressed pictures and sound look like garbage whether they are or
/// not. Each checker says what passes it by. Only a comparison with the source proves every byte.
protocol StreamShapeChecker: Sendable {
    /// Takes the next bytes; ignored once there is a fault.
    mutating func consume(_ chunk: Span<UInt8>)
    /// The stream is over.
    mutating func finish()
    /// The first thing that is wrong with the form; final after `finish()`.
    var fault: StreamShapeFault? { get }
    /// The streams that have syncframes with wrong CRCs in front of that, in the order of the first of these.
    var checksumFaults: [ChecksumFault] { get }
    /// Where the segment starts in time; nil until it is known, or when the segment does not say.
    var start: StreamStart? { get }
    /// What is being checked.
    var kind: StreamKind { get }
}

extension StreamShapeChecker {
    var checksumFaults: [ChecksumFault] { [] }
}

/// What is wrong with the CRCs of syncframes of AC-3 and E-AC-3, in one stream.
struct ChecksumFault: Hashable, Sendable {
    /// The first frame with a wrong one.
    let first: StreamShapeFault
    /// Whether the stream has no frame with the right one: encryption leaves none.
    let isOfAllFrames: Bool

    /// What is wrong with the CRCs of a stream; nil where none is.
    ///
    /// - Parameters:
    ///   - stream: the CRCs.
    ///   - place: where the first wrong one is.
    init?(_ stream: AudioFrameRun.Checksums, in place: (ParseError) -> String) {
        guard let error = stream.firstFault else { return nil }
        first = StreamShapeFault(error, in: place(error))
        isOfAllFrames = stream.intactCount == 0
    }
}
