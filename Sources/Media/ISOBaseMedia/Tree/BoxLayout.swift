/// What the body of a box is, as far as its type and the box around it tell.
///
/// Each container stands in certain others only. So boxes cannot nest deeper than ten, whatever an input holds, and a box in a
/// place where it means nothing is kept as it is. `udta` and `meta` are leaves: writers differ in
/// their form, and nothing in them matters here.
enum BoxLayout: Hashable, Sendable {
    /// Bytes that are not looked into.
    case leaf
    /// Boxes behind a number of bytes of fields.
    case container(fieldsSize: Int)
    /// A sample entry of video: boxes behind 78 bytes of fields (ISO/IEC 14496-12, 12.1.3).
    case visualSampleEntry
    /// A sample entry of audio: boxes behind 28 bytes of fields, or QuickTime's 44 or 64 (12.2.3).
    case audioSampleEntry

    /// Where a box stands.
    enum Place: Hashable, Sendable {
        /// A tree starts with it.
        case root
        /// In a container of a type.
        case box(FourCharacterCode)
        /// In a sample entry.
        case sampleEntry
    }

    /// Containers, where they stand, and bytes of the fields in front of their children.
    private static let containers: [FourCharacterCode: (place: Place, fieldsSize: Int)] = [
        "moov": (.root, 0), "moof": (.root, 0), "mfra": (.root, 0),
        "trak": (.box("moov"), 0), "mvex": (.box("moov"), 0),
        "mdia": (.box("trak"), 0), "edts": (.box("trak"), 0),
        "minf": (.box("mdia"), 0),
        "stbl": (.box("minf"), 0), "dinf": (.box("minf"), 0),
        "stsd": (.box("stbl"), 8),
        "sinf": (.sampleEntry, 0), "schi": (.box("sinf"), 0),
        "traf": (.box("moof"), 0),
    ]

    /// Finds the layout of a box.
    ///
    /// - Parameters:
    ///   - type: its type.
    ///   - place: where it stands.
    ///   - handler: handler_type of the track that it is in; nil outside of tracks.
    /// - Returns: the layout.
    static func layout(
        of type: FourCharacterCode,
        at place: Place,
        handler: FourCharacterCode?
    ) -> Self {
        if place == .box("stsd"), !SampleDescriptionBox.padding.contains(type) {
            switch handler {
            case "vide", "auxv", "pict": return .visualSampleEntry
            case "soun": return .audioSampleEntry
            default: return .leaf
            }
        }
        guard let container = containers[type], place == .root || place == container.place else {
            return .leaf
        }
        return .container(fieldsSize: container.fieldsSize)
    }
}
