import HLSPackaging

/// The bytes of the clear presentation, read beside the decrypted ones.
final class SourceBytes {
    struct Difference {
        let message: String
        let offset: UInt64?
    }

    private let name: String
    private let file: InputFile
    private let range: Range<UInt64>
    private var buffer: [UInt8] = []
    private(set) var difference: Difference?

    init(_ location: VerificationTarget.Location) throws {
        name = location.name
        file = try InputFile(path: location.path)
        range = location.range ?? 0..<file.size
    }

    func compare(_ clear: [UInt8], _ part: Range<Int>, at offset: UInt64) throws {
        guard difference == nil else { return }
        if buffer.count < part.count { buffer = [UInt8](repeating: 0, count: part.count) }
        let start = range.lowerBound + offset
        let available = start < range.upperBound ? range.upperBound - start : 0
        let wanted = min(part.count, Int(clamping: available))
        let count = try file.read(into: &buffer, count: wanted, at: start)
        if clear[part].prefix(count) != buffer[..<count] {
            let index = zip(clear[part], buffer).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            difference = Difference(
                message: "the bytes are not those of the source \(name)",
                offset: offset + UInt64(index)
            )
        } else if count < part.count {
            difference = Difference(
                message: "the segment goes on behind the end of the source \(name)",
                offset: offset + UInt64(count)
            )
        }
    }

    func finish(length: UInt64) {
        let expected = range.upperBound - range.lowerBound
        guard difference == nil, length != expected else { return }
        difference = Difference(
            message: "the segment is shorter than the source \(name) (\(length) bytes, expected \(expected))",
            offset: length
        )
    }
}
