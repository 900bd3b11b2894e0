package import Ciphers
package import CommonEncryption
import ISOBaseMedia
package import SampleEncryption

/// The essence of an initialization section of fMP4, by which the key store knows it again.
package enum SectionEssence {
    /// The code of a section: of the boxes at the top level of the clear section, whole.
    ///
    /// Indexes, which say where bytes are, are left out.
    ///
    /// - Parameters:
    ///   - section: the section, clear or protected.
    ///   - key: the store's key of digests.
    /// - Returns: the code.
    /// - Throws: `SampleEncryptionError` for a section that cannot be read.
    package static func code(
        of section: InitializationSection,
        key: ContentKey
    ) throws(SampleEncryptionError) -> EssenceCode.Value {
        let clear = try section.clear()
        let boxes: [SectionBoxes.Place]
        do {
            boxes = try SectionBoxes.places(in: clear)
        } catch {
            throw .malformed(error)
        }
        do {
            var code = try EssenceCode(key: key)
            for box in boxes where box.type != "sidx" {
                try code.take(.box, clear.span.extracting(box.range))
            }
            return try code.finish()
        } catch {
            throw .cipher(error)
        }
    }
}
