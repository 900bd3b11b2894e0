import Bitstreams

/// The transformation matrix of `tkhd` and `mvhd`, which rotates, mirrors and scales pictures for display
/// (ISO/IEC 14496-12, 6.2.2 and 8.3.2).
///
/// A point (p, q) is displayed at (a * p + c * q + x, b * p + d * q + y), with y growing downwards.
package struct DisplayMatrix: Hashable, Sendable {
    /// The coefficients of rotation and scaling, in 16.16 fixed point.
    let a, b, c, d: Int32

    /// Creates a matrix from its coefficients.
    init(a: Int32, b: Int32, c: Int32, d: Int32) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    /// Reads a matrix of nine 32-bit numbers.
    ///
    /// The translation (x, y) is ignored. A matrix of zeros only is read as the identity.
    init(_ reader: inout ByteReader) throws(ParseError) {
        var words: [Int32] = []
        for _ in 0..<9 { words.append(Int32(bitPattern: try reader.uint32())) }
        let found = Self(a: words[0], b: words[1], c: words[3], d: words[4])
        self = found == Self(a: 0, b: 0, c: 0, d: 0) ? .identity : found
    }

    /// The matrix that changes nothing.
    static let identity = Self(a: 1 << 16, b: 0, c: 0, d: 1 << 16)

    /// Returns the matrix of this transformation followed by another.
    package func followed(by next: Self) -> Self {
        // 16.16 times 16.16, rounded down; a sum of two products of 32-bit numbers fits into 65 bits.
        func dot(_ first: Int32, _ second: Int32, _ third: Int32, _ fourth: Int32) -> Int32 {
            Int32(clamping: (Int128(first) * Int128(second) + Int128(third) * Int128(fourth)) >> 16)
        }
        return Self(
            a: dot(a, next.a, b, next.c),
            b: dot(a, next.b, b, next.d),
            c: dot(c, next.a, d, next.c),
            d: dot(c, next.b, d, next.d)
        )
    }

    /// Indicates whether pictures stay upright: they are scaled at most.
    package var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

    /// A description of the rotation and mirroring, such as "turned by 90 degrees" or "mirrored"; see
    /// `isUpright`.
    package var description: String {
        let isMirrored = Int64(a) * Int64(d) - Int64(b) * Int64(c) < 0
        let rotation: Int? =
            if b == 0, c == 0 {
                // A mirrored picture is either upside down or flipped left to right.
                isMirrored ? (a < 0 ? 0 : 180) : a < 0 ? 180 : 0
            } else if a == 0, d == 0 {
                b > 0 ? 90 : 270
            } else {
                nil
            }
        guard let rotation else { return "transformed by the matrix (\(a), \(b), \(c), \(d)) / 65536" }
        let parts = [rotation > 0 ? "turned by \(rotation) degrees" : nil, isMirrored ? "mirrored" : nil]
        return parts.compactMap(\.self).joined(separator: " and ")
    }
}
