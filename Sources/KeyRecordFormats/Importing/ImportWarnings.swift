internal import Ciphers
internal import Foundation
internal import KeyStore

/// What is odd about keys from outside, though not wrong.
enum ImportWarnings {
    /// Random keys of 16 bytes have at least this many different ones, but for one in 10^9.
    private static let leastDistinctBytes = 9

    static func warnings(of rows: [ImportRow]) -> [String] {
        var seen: [[UInt8]: String] = [:]
        var warnings: [String] = []
        for row in rows {
            let name = row.keyID.map { "\(row.place): key \($0.uuidString.lowercased())" } ?? row.place
            if let key = row.key {
                if let weakness = weakness(of: key) { warnings.append("\(name): the key \(weakness)") }
                if let other = seen.updateValue(row.place, forKey: digest(of: key)) {
                    warnings.append("\(name): the same key stands at \(other) under another id")
                }
                if row.iv == nil {
                    warnings.append(
                        "\(name): there is no IV; the store draws one if it does not have the key"
                    )
                }
            }
            if let iv = row.iv, iv.bytes == row.keyID?.bytes {
                warnings.append("\(name): the IV is the key id")
            }
        }
        return warnings
    }

    /// What no generator of random numbers would give; nil for nothing.
    static func weakness(of key: ContentKey) -> String? {
        key.withSpan { bytes in
            var seen = [Bool](repeating: false, count: 256)
            var steps = Set<UInt8>()
            for index in bytes.indices {
                seen[Int(bytes[index])] = true
                if index > 0 { steps.insert(bytes[index] &- bytes[index - 1]) }
            }
            let distinct = seen.count { $0 }
            if distinct == 1, bytes[0] == 0 { return "is all zero" }
            if distinct < leastDistinctBytes { return "has only \(distinct) different bytes" }
            return steps.count <= 2 ? "is a regular sequence of bytes" : nil
        }
    }

    /// Names a key without showing it.
    private static func digest(of key: ContentKey) -> [UInt8] {
        key.withSpan { SHA256.digest(of: $0) }
    }
}
