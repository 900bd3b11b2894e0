package import KeyURITemplates

package import struct FoundationEssentials.UUID

/// A key of an invented title, and the key URI that a template gives it.
package struct TemplateSample: Sendable {
    /// What is special about a title.
    package enum Title: String, CaseIterable, Sendable {
        case plain, other
        case nonASCII = "non-ASCII"
        case delimiters, percent
        case long = "200 bytes"
        case longNonASCII = "200 bytes, non-ASCII"

        /// The content id.
        package var contentID: String {
            switch self {
            case .plain: "movie-42"
            case .other: "film-7"
            case .nonASCII: "Grüße-日本"
            case .delimiters: "a/b?c#d\"e&f=g:h;i"
            case .percent: "100%41 %"
            case .long: String(repeating: "x", count: 200)
            case .longNonASCII: String(repeating: "ü", count: 100)
            }
        }
    }

    /// The title.
    package let title: Title
    /// `all`, a class of renditions or a rendition's name.
    package let track: String
    /// The key period.
    package let period: Int
    /// The generation of the keys.
    package let generation: Int
    /// The key's id, which no other sample has.
    package let keyID: UUID
    /// The key's vector, which no other sample has.
    package let iv: [UInt8]
    /// What the template gives.
    package let uri: Result<RenderedKeyURI, KeyURITemplateError>

    /// The URI; nil where it does not render.
    package var text: String? { try? uri.get().text }

    /// What tells keys of one title apart.
    enum Part: Equatable {
        case track, period, generation
    }

    /// Whether two keys are of one title and differ in this, and in nothing else.
    func differs(only part: Part, from other: TemplateSample) -> Bool {
        let differences: [(Part, Bool)] = [
            (.track, track != other.track), (.period, period != other.period),
            (.generation, generation != other.generation),
        ]
        return title == other.title && differences.allSatisfy { $0.1 == ($0.0 == part) }
    }
}
