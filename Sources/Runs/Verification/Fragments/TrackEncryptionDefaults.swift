import CommonEncryption
package import FoundationEssentials
import HLSPlaylists
import ISOBaseMedia
package import Presentations
import ProtectionTerms

/// The constant IVs in `tenc` boxes (ISO/IEC 23001-7, 8.2), for clients that have no record to tell them.
package struct TrackEncryptionDefaults {
    private let presentation: Presentation
    private lazy var holders = SegmentHolders(presentation)
    private var cache = SectionCache()

    /// Those of a presentation, whose sections are read when they are asked for.
    package init(_ presentation: Presentation) {
        self.presentation = presentation
    }

    /// The constant IV of the samples under a key, which clients of Common Encryption take from the media.
    ///
    /// - Parameters:
    ///   - keyID: the key.
    ///   - section: the number of the initialization section among those of the rendition.
    ///   - rendition: the number of the rendition.
    /// - Returns: 16 bytes, an IV of 8 with zeros behind it; nil where samples have IVs of their own, or the section cannot be read.
    package mutating func constantIV(
        of keyID: UUID,
        inSection section: Int,
        of rendition: Int
    ) -> [UInt8]? {
        for track in tracks(ofSection: section, of: rendition) where UUID(bytes: track.keyID) == keyID {
            guard let iv = track.constantVector, iv.count <= 16 else { continue }
            return iv + repeatElement(0, count: 16 - iv.count)
        }
        return nil
    }

    private mutating func tracks(ofSection section: Int, of rendition: Int) -> [TrackEncryption] {
        guard presentation.renditions.indices.contains(rendition) else { return [] }
        let place = TargetBuilder.Place(
            presentation: presentation,
            rendition: presentation.renditions[rendition],
            holders: holders,
            isSampleEncrypted: true
        )
        guard let location = place.place(ofSection: section)?.location,
            let movie = try? cache.movie(of: location)
        else { return [] }
        return movie.tracks.flatMap(\.entries).compactMap { $0.encryption?.track }
    }
}
