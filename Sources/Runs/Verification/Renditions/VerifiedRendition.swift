import Inspection
import Presentations

/// A rendition whose media were read.
struct VerifiedRendition {
    let rendition: MediaRendition
    /// The items, and the records of their keys.
    let listed: VerificationItemBuilder.RenditionItems
    /// The results of the items.
    let checked: CheckedRendition
    /// The errors and warnings about the rendition.
    var findings: [Finding]
    /// The digest of the media, or nil if it could not be computed or is not compared.
    let mediaDigest: [UInt8]?

    var items: VerificationItemList { listed.items }
}
