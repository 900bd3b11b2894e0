/// The structure of a box body, as far as it follows from the box type and the parent box.
///
/// Each container type counts as one only in its usual parent, or at the top of a tree. So boxes cannot nest
/// deeper than ten levels, whatever the input holds, and a box in an unexpected parent is kept as it is.
/// `udta` and `meta` are leaves: writers differ in their form, and nothing in them matters here.
enum BoxLayout: Hashable, Sendable {
    /// Bytes that are not parsed.
    case leaf
    /// Child boxes after a number of bytes of fields.
    case container(fieldsSize: Int)
    /// A video sample entry: child boxes after 78 bytes of fields (ISO/IEC 14496-12, 12.1.3).
    case visualSampleEntry
    /// An audio sample entry: child boxes after 28 bytes of fields, or 44 or 64 in QuickTime (12.2.3).
    case audioSampleEntry

    /// The parent of a box.
    enum Parent: Hashable, Sendable {
        /// None: the box is at the top of a tree.
        case root
        /// A container of this type.
        case box(FourCharacterCode)
        /// A sample entry of any format.
        case sampleEntry
    }

    /// The containers by type, with their parent and the size in bytes of the fields before their children.
    private static let containers: [FourCharacterCode: (parent: Parent, fieldsSize: Int)] = [
        "moov": (.root, 0), "moof": (.root, 0), "mfra": (.root, 0),
        "trak": (.box("moov"), 0), "mvex": (.box("moov"), 0),
        "mdia": (.box("trak"), 0), "edts": (.box("trak"), 0),
        "minf": (.box("mdia"), 0),
        "stbl": (.box("minf"), 0), "dinf": (.box("minf"), 0),
        "stsd": (.box("stbl"), 8),
        "sinf": (.sampleEntry, 0), "schi": (.box("sinf"), 0),
        "traf": (.box("moof"), 0),
    ]

    /// Returns the layout of a box.
    ///
    /// - Parameters:
    ///   - type: the box type.
    ///   - parent: the parent of the box.
    ///   - handler: handler_type of the track around the box, or nil outside of tracks.
    /// - Returns: the layout; `.leaf` for boxes that are not listed as containers.
    static func layout(
        of type: FourCharacterCode,
        at parent: Parent,
        handler: FourCharacterCode?
    ) -> Self {
        if parent == .box("stsd"), !SampleDescriptionBox.padding.contains(type) {
            switch handler {
            case "vide", "auxv", "pict": return .visualSampleEntry
            case "soun": return .audioSampleEntry
            default: return .leaf
            }
        }
        guard let container = containers[type], parent == .root || parent == container.parent else {
            return .leaf
        }
        return .container(fieldsSize: container.fieldsSize)
    }
}
