import Inspection
import Presentations
import TextFormats

/// The clear bytes of the source, read in step with the decrypted bytes.
final class SourceBytes {
    private let name: String
    private let file: InputFile
    private let range: Range<UInt64>
    private var buffer: [UInt8] = []
    private(set) var difference: SourceDifference?

    /// Opens the file, or throws a failure that names it if it cannot be read or is shorter than the range.
    init(_ location: VerificationItem.Location) throws(VerificationFailure) {
        let opened = try Self.open(location.path)
        self.name = location.name
        self.range = try Self.range(location.range, of: opened)
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
        guard count == wanted else { throw Self.shortened(file.path) }
        let compared = clear.span.extracting(part.lowerBound..<part.lowerBound + count)
        if let index = firstDifference(compared, buffer.span.extracting(0..<count)) {
            difference = SourceDifference(
                message: "the bytes are not those of the source \(name)",
                offset: offset + UInt64(index)
            )
        } else if count < part.count {
            difference = SourceDifference(
                message: "the segment continues after the end of the source \(name)",
                offset: offset + UInt64(count)
            )
        }
    }

    func finish(length: UInt64) {
        let expected = range.upperBound - range.lowerBound
        guard difference == nil, length != expected else { return }
        difference = SourceDifference(
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

    /// Returns a byte range of a file, or the whole one, or throws a failure if the file is too short.
    static func range(
        _ range: Range<UInt64>?,
        of file: borrowing InputFile
    ) throws(VerificationFailure) -> Range<UInt64> {
        let wanted = range ?? 0..<file.size
        guard wanted.upperBound <= file.size else {
            throw failure(
                file.path,
                "ends at byte \(file.size), before the end of the byte range (byte \(wanted.upperBound))"
            )
        }
        return wanted
    }

    /// Creates the failure for a source that is shorter than when it was opened.
    static func shortened(_ path: String) -> VerificationFailure {
        failure(path, "became shorter while it was read")
    }

    static func failure(_ path: String, _ what: String) -> VerificationFailure {
        VerificationFailure(.sourceMedia, "the source \(path) \(what)")
    }
}
