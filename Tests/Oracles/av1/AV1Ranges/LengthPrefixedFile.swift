import Foundation
import SampleEncryption

/// Byte runs that stand behind their lengths.
struct LengthPrefixedFile {
    let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) { bytes = [UInt8](data) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number() -> Int { take(4).reduce(0) { $0 << 8 | Int($1) } }

    mutating func take(_ count: Int) -> [UInt8] { Array(bytes[place(count)]) }

    mutating func place(_ count: Int) -> Range<Int> {
        defer { position += count }
        return position..<position + count
    }
}

/// A sample in a file.
struct FileSample: SampleBytes {
    let bytes: [UInt8]
    let place: Range<Int>

    var count: Int { place.count }
    var offset: UInt64 { UInt64(place.lowerBound) }

    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[place.lowerBound + range.lowerBound..<place.lowerBound + range.upperBound]
    }
}
