import Bitstreams
import ElementaryStreams
import MediaProbing

/// Checks the syntax of a clear stream of one format as its bytes arrive, and keeps the first fault.
///
/// A checker keeps no more than a packet, a frame header or a box of bounded size. Its result does not depend
/// on the chunks in which the stream arrives.
///
/// Checkers see structure, not content: compressed pictures and sound always look like garbage. Each checker
/// documents what it does not notice. Only a comparison with the source proves every byte.
protocol SyntaxChecker: Sendable {
    /// Checks the next bytes; does nothing after a fault.
    mutating func consume(_ chunk: Span<UInt8>)
    /// Ends the stream.
    mutating func finish()
    /// The first fault of the syntax, final after `finish()`.
    var fault: SyntaxFault? { get }
    /// The streams with wrong CRCs of syncframes before that fault, in the order of their first one.
    var checksumFaults: [ChecksumFault] { get }
    /// The start time of the segment, or nil if it is not known yet or the segment does not state it.
    var start: SegmentStartTime? { get }
    /// The format that is checked.
    var kind: StreamKind { get }
}

extension SyntaxChecker {
    var checksumFaults: [ChecksumFault] { [] }
}

/// The wrong CRCs of AC-3 and E-AC-3 syncframes in one stream.
package struct ChecksumFault: Hashable, Sendable {
    /// The first frame with a wrong CRC.
    package let first: SyntaxFault
    /// Indicates whether no frame of the stream has a correct CRC, as encryption leaves none.
    package let isOfAllFrames: Bool

    /// Finds wrong CRCs in a stream, or returns nil if there are none.
    ///
    /// - Parameters:
    ///   - checksums: the CRC results of the stream.
    ///   - structure: returns the location of an error, in words.
    init?(_ checksums: AudioFrameParser.Checksums, in structure: (ParseError) -> String) {
        guard let error = checksums.firstFault else { return nil }
        first = SyntaxFault(error, in: structure(error))
        isOfAllFrames = checksums.intactCount == 0
    }
}
