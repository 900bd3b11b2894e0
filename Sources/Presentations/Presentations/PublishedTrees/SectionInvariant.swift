package import Ciphers
package import CommonEncryption
import ISOBaseMedia
package import SampleEncryption

/// The invariant of an fMP4 initialization section, by which the key store recognizes the section.
package enum SectionInvariant {
    /// Computes the MAC of a section, over the top-level boxes of its clear form.
    ///
    /// Indexes (`sidx`) are left out, since they hold offsets.
    ///
    /// - Parameters:
    ///   - section: the section, clear or protected.
    ///   - key: the key of the store for MACs of media.
    /// - Returns: the MAC and the number of bytes that it covers.
    /// - Throws: `SampleEncryptionError` if the section cannot be parsed.
    package static func mac(
        of section: InitializationSection,
        key: ContentKey
    ) throws(SampleEncryptionError) -> MediaMAC {
        let clear = try section.clear()
        let boxes: [TopLevelBox]
        do {
            boxes = try TopLevelBoxIterator.boxes(in: clear)
        } catch {
            throw .malformed(error)
        }
        do {
            var mac = try InvariantMAC(key: key)
            for box in boxes where box.type != "sidx" {
                try mac.add(.box, clear.span.extracting(box.indices))
            }
            return try mac.finish()
        } catch {
            throw .cipher(error)
        }
    }
}
