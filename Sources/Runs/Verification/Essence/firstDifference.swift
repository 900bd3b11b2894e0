import Glibc

/// The first byte in which two runs of bytes differ; the end of the shorter one when it is all of the longer one's
/// start, and nil when they are the same.
func firstDifference(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int? {
    let common = min(first.count, second.count)
    let isSame = unsafe first.withUnsafeBytes { first in
        unsafe second.withUnsafeBytes { second in
            guard let first = first.baseAddress, let second = second.baseAddress else { return true }
            return unsafe memcmp(first, second, common) == 0
        }
    }
    guard isSame else { return (0..<common).first { first[$0] != second[$0] } }
    return first.count == second.count ? nil : common
}
