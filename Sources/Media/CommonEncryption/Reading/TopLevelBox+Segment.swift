import Bitstreams
import ISOBaseMedia
import SampleEncryption

extension TopLevelBoxIterator {
    /// Returns the next box of a segment, or nil at its end.
    ///
    /// - Throws: `SampleEncryptionError` if the header is malformed or the box is cut short; and any error of
    ///   reading.
    mutating func next(in source: SegmentSource) throws -> TopLevelBox? {
        guard let range = headerRange else { return nil }
        let bytes = try source.bytes(range)
        do throws(ParseError) {
            let box = try next(bytes)
            guard !box.isCut else { throw box.truncationError }
            return box
        } catch {
            throw SampleEncryptionError.malformed(error)
        }
    }
}

extension TopLevelBox {
    /// Throws if a `sidx` exceeds the size that is read into memory at once.
    func requireIndexSize() throws(SampleEncryptionError) {
        guard size <= UInt64(FragmentLayout.sizeLimit) else {
            throw .unsupported(
                offset: range.lowerBound,
                what: "a box 'sidx' of \(size) bytes, more than \(FragmentLayout.sizeLimit >> 20) MiB",
                remedy: "Package the media again with fewer subsegments in each 'sidx'"
            )
        }
    }
}
