package import Ciphers
import CommonEncryption
package import FoundationEssentials
import HLSPlaylists
import ISOBaseMedia
package import Presentations
import ProtectionTerms

/// A lookup of constant IVs in `tenc` boxes (ISO/IEC 23001-7, 8.2), for keys without recorded IV.
package struct ConstantIVLookup {
    private let presentation: Presentation
    private lazy var containingSegments = ContainingSegments(presentation)
    private var cache = MovieFormatCache()

    /// Creates a lookup in a presentation, whose initialization sections are read on demand.
    package init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// Returns the constant IV of the samples under a key, which clients take from the media.
    ///
    /// - Parameters:
    ///   - keyID: the id of the key.
    ///   - section: the index of the initialization section in the rendition.
    ///   - rendition: the index of the rendition.
    /// - Returns: the IV, with zeros after one of 8 bytes; or nil if samples have per-sample IVs, or if the
    ///   initialization section cannot be read.
    package mutating func constantIV(
        of keyID: UUID,
        inSection section: Int,
        of rendition: Int
    ) -> InitializationVector? {
        for track in tracks(ofSection: section, of: rendition) where UUID(bytes: track.keyID) == keyID {
            guard let iv = track.constantIV, iv.count <= 16 else { continue }
            return try? InitializationVector(bytes: iv + repeatElement(0, count: 16 - iv.count))
        }
        return nil
    }

    private mutating func tracks(ofSection section: Int, of rendition: Int) -> [TrackEncryption] {
        guard presentation.renditions.indices.contains(rendition) else { return [] }
        let context = VerificationItemBuilder.RenditionContext(
            presentation: presentation,
            rendition: presentation.renditions[rendition],
            containingSegments: containingSegments,
            isSampleEncrypted: true
        )
        guard let location = context.input(ofSection: section)?.location,
            let movie = try? cache.movie(of: location)
        else { return [] }
        return movie.tracks.flatMap(\.entries).compactMap { $0.encryption?.trackEncryption }
    }
}
