import Inspection
import Presentations
import TextFormats

/// The clear bytes of the source, read in step with the decrypted bytes.
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

    /// Opens the file, or throws a failure that names it if it cannot be read or is shorter than the range.
    init(_ location: VerificationItem.Location) throws(VerificationFailure) {
        let opened = try Self.open(location.path)
        let range = location.range ?? 0..<opened.size
        guard range.upperBound <= opened.size else {
            throw Self.failure(
                location.path,
                "ends at byte \(opened.size), before the end of the byte range (byte \(range.upperBound))"
            )
        }
        self.name = location.name
        self.range = range
        self.file = opened
    }

    func compare(_ clear: [UInt8], _ part: Range<Int>, at offset: UInt64) throws(VerificationFailure) {
        guard difference == nil else { return }
        if buffer.count < part.count { buffer = [UInt8](repeating: 0, count: part.count) }
        let available = range.upperBound - range.lowerBound - offset
        let wanted = min(part.count, Int(clamping: available))
        let count: Int
        do {
            count = try file.read(into: &buffer, count: wanted, at: range.lowerBound + offset)
        } catch {
            throw Self.failure(file.path, "cannot be read (\(error.reason))")
        }
        guard count == wanted else { throw Self.failure(file.path, "became shorter while it was read") }
        if clear[part].prefix(count) != buffer[..<count] {
            let index = zip(clear[part], buffer).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
            difference = Difference(
                message: "the bytes are not those of the source \(name)",
                offset: offset + UInt64(index)
            )
        } else if count < part.count {
            difference = Difference(
                message: "the segment continues after the end of the source \(name)",
                offset: offset + UInt64(count)
            )
        }
    }

    func finish(length: UInt64) {
        let expected = range.upperBound - range.lowerBound
        guard difference == nil, length != expected else { return }
        difference = Difference(
            message:
                "the segment is shorter than the source \(name) (\(CountText.text(length, "byte")), expected \(expected))",
            offset: length
        )
    }

    static func open(_ path: String) throws(VerificationFailure) -> InputFile {
        do {
            return try InputFile(path: path)
        } catch {
            throw failure(path, "cannot be read (\(error.reason))")
        }
    }

    static func failure(_ path: String, _ what: String) -> VerificationFailure {
        VerificationFailure(.sourceMedia, "the source \(path) \(what)")
    }
}
