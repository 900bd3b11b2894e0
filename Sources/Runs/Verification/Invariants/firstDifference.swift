import Glibc

/// Returns the offset of the first byte in which two byte sequences differ, or nil if they are the same.
///
/// If the longer one begins with the shorter one, this is the length of the shorter one.
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
