import CommonEncryption
import Inspection
import Presentations
import SampleEncryption

/// Reads initialization sections of fMP4, whole.
enum SectionFile {
    /// The largest section that is read.
    private static let limit: UInt64 = 16 << 20

    /// The bytes of a section.
    ///
    /// - Parameter location: where it is.
    /// - Returns: all bytes.
    /// - Throws: `TargetFailure` for a file that is too short or a section that is too large, `SystemCallError` where the
    ///   file cannot be read.
    static func bytes(of location: VerificationTarget.Location) throws -> [UInt8] {
        let file = try InputFile(path: location.path)
        let range = location.range ?? 0..<file.size
        guard range.upperBound <= file.size else {
            throw TargetFailure(
                .media,
                "the byte range ends behind the end of the file (\(range.upperBound), file of \(file.size) bytes)"
            )
        }
        let size = range.upperBound - range.lowerBound
        guard size <= limit else {
            throw TargetFailure(.notChecked, "the section is too large (\(size) bytes, \(limit) at most)")
        }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        guard try file.read(into: &bytes, count: bytes.count, at: range.lowerBound) == bytes.count else {
            throw TargetFailure(.media, "the file became shorter while it was read")
        }
        return bytes
    }
}

/// The initialization sections of segments of fMP4, each read once.
struct SectionCache {
    private static let limit = 16

    private var known: [VerificationTarget.Location: Result<MovieFormat, TargetFailure>] = [:]

    /// What the section of a segment says.
    ///
    /// - Parameter location: the section; nil where no `EXT-X-MAP` applies.
    /// - Returns: the format of its movie.
    /// - Throws: `TargetFailure` when there is none; what is wrong with the section itself is a finding about that.
    mutating func movie(of location: VerificationTarget.Location?) throws(TargetFailure) -> MovieFormat {
        guard let location else {
            throw TargetFailure(.media, "fragments of fMP4 stand without an EXT-X-MAP")
        }
        if let result = known[location] { return try result.get() }
        let result = Self.read(location)
        if known.count >= Self.limit { known = [:] }
        known[location] = result
        return try result.get()
    }

    private static func read(_ location: VerificationTarget.Location) -> Result<MovieFormat, TargetFailure> {
        let reason: String
        do {
            return .success(try InitializationSection(try SectionFile.bytes(of: location)).movie)
        } catch let error as SampleEncryptionError {
            reason = error.finding.message
        } catch let error as SystemCallError {
            reason = error.reason
        } catch let error as TargetFailure {
            reason = error.message
        } catch {
            reason = "\(error)"
        }
        return .failure(
            TargetFailure(
                .notChecked,
                "the segment is not looked at, since its section \(location.name) cannot be read (\(reason))"
            )
        )
    }
}
