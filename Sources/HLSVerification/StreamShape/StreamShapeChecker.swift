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
    /// Where the segment starts in time; nil until it is known, or when the segment does not say.
    var start: StreamStart? { get }
    /// What is being checked.
    var kind: StreamKind { get }
}
