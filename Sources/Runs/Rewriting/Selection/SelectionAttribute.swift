/// An attribute in a condition of `--keep` or `--drop`.
enum SelectionAttribute: String, CaseIterable, Sendable {
    /// `BANDWIDTH`, in bits per second.
    case bandwidth
    /// `RESOLUTION`, in pixels.
    case resolution
    /// A codec in `CODECS`.
    case codec
    /// `LANGUAGE`.
    case language
    /// `NAME`.
    case name
    /// `GROUP-ID`.
    case group
    /// The kind of entry.
    case type

    /// The kinds of entries that can have the attribute.
    var kinds: Set<SelectionEntry.Kind> {
        switch self {
        case .bandwidth, .resolution, .codec: [.variant, .iFrames]
        case .language, .name, .group: SelectionEntry.Kind.renditions
        case .type: Set(SelectionEntry.Kind.allCases)
        }
    }

    /// The comparisons that are meaningful for the attribute.
    var comparisons: [SelectionCondition.Comparison] {
        switch self {
        case .bandwidth, .resolution: SelectionCondition.Comparison.allCases
        case .codec, .language, .name, .group: [.equal, .notEqual]
        case .type: [.equal]
        }
    }

    /// A description of the values' form, for messages.
    var grammar: String {
        switch self {
        case .bandwidth: "bits a second, such as 3000000"
        case .resolution: "WIDTHxHEIGHT, such as 1280x720"
        case .codec: "a format of CODECS or its first four characters, such as avc1"
        case .language: "a language tag, such as en"
        case .name: "a NAME"
        case .group: "a GROUP-ID"
        case .type: SelectionEntry.Kind.typeValues.joined(separator: ", ")
        }
    }
}
