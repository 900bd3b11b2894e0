import CommonEncryption
import Inspection
import Presentations
import SampleEncryption

/// Reads whole fMP4 initialization sections.
enum InitializationSectionReader {
    /// The size of the largest initialization section that is read, in bytes.
    private static let limit: UInt64 = 16 << 20

    /// Returns the bytes of an initialization section.
    ///
    /// - Parameter location: its file and range.
    /// - Returns: all bytes, at most 16 MiB.
    /// - Throws: `VerificationFailure` if the file is too short or the initialization section too large,
    ///   `SystemCallError` if the file cannot be read.
    static func bytes(of location: VerificationItem.Location) throws -> [UInt8] {
        let file = try InputFile(path: location.path)
        let range = try location.range(in: file)
        let size = range.upperBound - range.lowerBound
        guard size <= limit else {
            throw VerificationFailure(
                .notChecked,
                "the initialization section is too large (\(size) bytes, expected at most \(limit))"
            )
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard try file.read(into: &bytes, count: bytes.count, at: range.lowerBound) == bytes.count else {
            throw VerificationFailure.shortenedFile
        }
        return bytes
    }
}

/// The initialization sections of fMP4 segments, each read once.
struct MovieFormatCache {
    private static let limit = 16

    private var results: [VerificationItem.Location: Result<MovieFormat, VerificationFailure>] = [:]

    /// Returns the movie format in the initialization section of a segment.
    ///
    /// - Parameter location: the initialization section, or nil if no `EXT-X-MAP` applies.
    /// - Returns: the parsed tracks and sample entries.
    /// - Throws: `VerificationFailure` if there is none, or if it cannot be read; its faults are reported for
    ///   its own verification item.
    mutating func movie(of location: VerificationItem.Location?) throws(VerificationFailure) -> MovieFormat {
        guard let location else {
            throw VerificationFailure(.media, "the segment is fragmented MP4 without an EXT-X-MAP")
        }
        if let result = results[location] { return try result.get() }
        let result = Self.read(location)
        if results.count >= Self.limit { results = [:] }
        results[location] = result
        return try result.get()
    }

    private static func read(_ location: VerificationItem.Location) -> Result<
        MovieFormat, VerificationFailure
    > {
        do {
            return .success(
                try InitializationSection(try InitializationSectionReader.bytes(of: location)).movie
            )
        } catch {
            let reason = VerificationFailure.reason(of: error)
            return .failure(
                VerificationFailure(
                    .notChecked,
                    "the segment is not checked, since its initialization section \(location.name) cannot be read (\(reason))"
                )
            )
        }
    }
}
