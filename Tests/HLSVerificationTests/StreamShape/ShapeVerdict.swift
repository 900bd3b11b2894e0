import HLSVerification
import MediaProbing

/// What a check came to.
struct ShapeVerdict: Equatable, Sendable {
    let kind: StreamKind
    let fault: StreamShapeFault?
    let start: StreamStart?
}

/// Checks a stream that comes in chunks of one size.
func shape(
    of bytes: [UInt8],
    chunk size: Int = 1 << 18,
    expecting expectation: StreamExpectation = StreamExpectation()
) -> ShapeVerdict {
    var shape = SegmentShape(expecting: expectation)
    for start in stride(from: 0, to: bytes.count, by: size) {
        shape.consume(bytes.span.extracting(start..<min(start + size, bytes.count)))
    }
    shape.finish()
    return ShapeVerdict(kind: shape.kind, fault: shape.fault, start: shape.start)
}

/// A change of a good stream, and the byte at which it must be noticed.
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

/// A generator of repeatable numbers (Steele, Lea and Flood 2014).
struct StreamNoise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// Random bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
