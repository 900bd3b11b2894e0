import Ciphers
import CommonEncryption
import Failures
import ISOBaseMedia
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

/// Produces the protected forms of fMP4 initialization sections.
struct SectionProtector: Sendable {
    let lines: KeyLines

    /// Returns the protected form of a section.
    ///
    /// - Parameters:
    ///   - clear: the bytes of the clear section.
    ///   - protection: the keys that the form names.
    ///   - isFurtherForm: indicates whether the form gets its own file, without indexes, which would refer to
    ///     nothing.
    /// - Returns: the bytes, and their extent.
    /// - Throws: `SampleEncryptionError` if the section cannot be protected.
    func protected(
        _ clear: [UInt8],
        _ protection: SectionProtection,
        isFurtherForm: Bool
    ) throws -> (bytes: [UInt8], extent: OutputExtent) {
        let clear = isFurtherForm ? try Self.withoutIndexes(clear) : clear
        guard let scheme = lines.policy.method.scheme else {
            throw RunFailure.fault("a section for \(lines.policy.method.rawValue)")
        }
        let key = try lines.record(of: protection.slot)
        let headers = try protection.headerSlots.flatMap { slot in try lines.systemHeaders(of: slot) }
        let section = try InitializationSection(clear).movingParameterSets(protection.movie)
        let bytes = try section.protected(
            InitializationSection.Protection(
                scheme: scheme,
                keyID: key.keyID.bytes,
                constantIV: key.iv.bytes,
                keepsClearEntries: protection.keepsClearEntries,
                systemHeaders: headers
            )
        )
        return (bytes, OutputExtent(length: UInt64(bytes.count), map: try Self.map(from: clear, to: bytes)))
    }

    /// Returns the offset map: all added bytes are in `moov`, and everything after it moves.
    private static func map(from clear: [UInt8], to bytes: [UInt8]) throws(SampleEncryptionError) -> OffsetMap
    {
        let boxes = try boxes(of: clear)
        guard let movie = boxes.first(where: { $0.type == "moov" }), bytes.count > clear.count else {
            return .identity
        }
        return OffsetMap(sizeChanges: [
            .init(
                clearOffset: movie.range.upperBound,
                insertedCount: UInt64(bytes.count - clear.count)
            )
        ])
    }

    private static func withoutIndexes(_ bytes: [UInt8]) throws(SampleEncryptionError) -> [UInt8] {
        try boxes(of: bytes).filter { $0.type != "sidx" }.flatMap { bytes[$0.indices] }
    }

    /// Returns the top-level boxes of a section.
    static func boxes(of bytes: [UInt8]) throws(SampleEncryptionError) -> [TopLevelBox] {
        do {
            return try TopLevelBoxIterator.boxes(in: bytes)
        } catch {
            throw .malformed(error)
        }
    }
}
