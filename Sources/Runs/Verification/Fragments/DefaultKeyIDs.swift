import CommonEncryption
package import FoundationEssentials
import HLSPlaylists
import ISOBaseMedia
package import Presentations
import ProtectionTerms

/// The key ids in `tenc` boxes (ISO/IEC 23001-7, 8.2), for clients that have no record to tell them.
package enum DefaultKeyIDs {
    /// The key ids of the tracks of an initialization section.
    ///
    /// - Parameters:
    ///   - section: its number among those of the rendition.
    ///   - rendition: the number of the rendition.
    ///   - presentation: the presentation.
    /// - Returns: each once, in the order of the tracks; none where the section cannot be read.
    package static func keyIDs(
        ofSection section: Int,
        of rendition: Int,
        in presentation: Presentation
    ) -> [UUID] {
        guard presentation.renditions.indices.contains(rendition) else { return [] }
        let place = TargetBuilder.Place(
            presentation: presentation,
            rendition: presentation.renditions[rendition],
            holders: SegmentHolders(presentation),
            isSampleEncrypted: true
        )
        var cache = SectionCache()
        guard let location = place.place(ofSection: section)?.location,
            let movie = try? cache.movie(of: location)
        else { return [] }
        var keyIDs: [UUID] = []
        for entry in movie.tracks.flatMap(\.entries) {
            guard let bytes = entry.encryption?.track.keyID, let id = UUID(bytes: bytes), !keyIDs.contains(id)
            else { continue }
            keyIDs.append(id)
        }
        return keyIDs
    }
}
