import Glibc

extension [UInt8] {
    /// Overwrites the bytes from `position` on with the bytes of `range` of `source`.
    ///
    /// - Precondition: `range` is within `source`, and the bytes fit into this array.
    package mutating func overwrite(at position: Int, with source: [UInt8], _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
        precondition(position >= 0 && range.count <= count - position)
        unsafe withUnsafeMutableBytes { destination in
            unsafe source.withUnsafeBytes { source in
                guard let from = source.baseAddress, let to = destination.baseAddress else { return }
                unsafe memcpy(to + position, from + range.lowerBound, range.count)
            }
        }
    }

    /// Copies the bytes of `range` to `position`; source and destination may overlap.
    ///
    /// - Precondition: both are within the array.
    package mutating func move(_ range: Range<Int>, to position: Int) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        precondition(position >= 0 && range.count <= count - position)
        unsafe withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe memmove(base + position, base + range.lowerBound, range.count)
        }
    }
}
