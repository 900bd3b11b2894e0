import MediaProbing

@testable import MediaSyntax

/// The result of a syntax check.
struct SyntaxCheckResult: Equatable, Sendable {
    let kind: StreamKind
    /// The first fault of the syntax or of a CRC.
    let fault: SyntaxFault?
    let start: SegmentStartTime?
}

/// Checks a stream that arrives in chunks of one size.
func shape(
    of bytes: [UInt8],
    chunk size: Int = 1 << 18,
    expecting expectation: ExpectedSyntax = ExpectedSyntax()
) -> SyntaxCheckResult {
    var shape = SegmentSyntax(expecting: expectation)
    for start in stride(from: 0, to: bytes.count, by: size) {
        shape.consume(bytes.span.extracting(start..<min(start + size, bytes.count)))
    }
    shape.finish()
    let faults = [shape.fault].compactMap(\.self) + shape.checksumFaults.map(\.first)
    return SyntaxCheckResult(
        kind: shape.kind,
        fault: faults.min { $0.offset < $1.offset },
        start: shape.start
    )
}

/// A change of a valid stream, and the byte at which it must be detected.
struct StreamMutation: Sendable, CustomStringConvertible {
    let description: String
    let offset: UInt64
    let apply: @Sendable (inout [UInt8]) -> Void

    init(_ description: String, at offset: UInt64, _ apply: @escaping @Sendable (inout [UInt8]) -> Void) {
        self.description = description
        self.offset = offset
        self.apply = apply
    }
}
