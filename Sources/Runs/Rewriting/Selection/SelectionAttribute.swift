/// An attribute that an expression of `--keep` and `--drop` may ask for.
enum SelectionAttribute: String, CaseIterable, Sendable {
    /// `BANDWIDTH`, in bits a second.
    case bandwidth
    /// `RESOLUTION`, in pixels.
    case resolution
    /// An entry of `CODECS`.
    case codec
    /// `LANGUAGE`.
    case language
    /// `NAME`.
    case name
    /// `GROUP-ID`.
    case group
    /// The kind of entry.
    case type

    /// The entries that can have it.
    var kinds: Set<SelectionEntry.Kind> {
        switch self {
        case .bandwidth, .resolution, .codec: [.variant, .iFrames]
        case .language, .name, .group: SelectionEntry.Kind.renditions
        case .type: Set(SelectionEntry.Kind.allCases)
        }
    }

    /// The comparisons that have a meaning.
    var comparisons: [SelectionCondition.Comparison] {
        switch self {
        case .bandwidth, .resolution: SelectionCondition.Comparison.allCases
        case .codec, .language, .name, .group: [.equal, .notEqual]
        case .type: [.equal]
        }
    }

    /// The form of its values.
    var grammar: String {
        switch self {
        case .bandwidth: "bits a second, such as 3000000"
        case .resolution: "WIDTHxHEIGHT, such as 1280x720"
        case .codec: "a format of CODECS or its first four characters, such as avc1"
        case .language: "a language tag, such as en"
        case .name: "a NAME"
        case .group: "a GROUP-ID"
        case .type: SelectionEntry.Kind.named.joined(separator: ", ")
        }
    }
}
