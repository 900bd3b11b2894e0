import CommonEncryption
import Foundation
import SampleEncryption

/// A file of byte runs, each preceded by its length.
struct LengthPrefixedFile {
    let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) { bytes = [UInt8](data) }

    /// Creates a file of one segment.
    init(_ configuration: [UInt8], _ samples: [[UInt8]]) {
        let runs = [Self.numbered(configuration), Self.number(samples.count)] + samples.map(Self.numbered)
        bytes = runs.flatMap { $0 }
    }

    func write(to url: URL) throws { try Data(bytes).write(to: url) }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    private static func numbered(_ run: [UInt8]) -> [UInt8] { number(run.count) + run }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int { readBytes(4).reduce(0) { $0 << 8 | Int($1) } }

    mutating func readBytes(_ count: Int) -> [UInt8] { Array(bytes[nextRange(count: count)]) }

    mutating func nextRange(count: Int) -> Range<Int> {
        defer { position += count }
        return position..<position + count
    }
}

/// A sample in a length-prefixed file.
struct FileSample: SampleBytes {
    let bytes: [UInt8]
    let fileRange: Range<Int>

    var count: Int { fileRange.count }
    var offset: UInt64 { UInt64(fileRange.lowerBound) }

    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[fileRange.lowerBound + range.lowerBound..<fileRange.lowerBound + range.upperBound]
    }
}
