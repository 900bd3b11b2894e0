import KeyURITemplates

package import struct FoundationEssentials.UUID

/// A key of an invented title, with the key URI that a template gives it.
package struct TemplateSample: Sendable {
    /// An invented title, named after the particularity of its content id.
    package enum Title: String, CaseIterable, Sendable {
        case plain, other
        case nonASCII = "non-ASCII"
        case delimiters, percent
        case long = "200 bytes"
        case longNonASCII = "200 bytes, non-ASCII"

        /// The content id of the title.
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

    /// The title of the key.
    package let title: Title
    /// The track of the key: `all`, a class of renditions or the name of a rendition.
    package let track: String
    /// The index of the key period, from 0.
    package let period: Int
    /// The generation of the title's keys, from 1.
    package let generation: Int
    /// The id of the key, unique among samples.
    package let keyID: UUID
    /// The IV of the key record, 16 bytes, unique among samples.
    package let iv: [UInt8]
    /// The rendered key URI, or the error of the template.
    let uri: Result<RenderedKeyURI, TemplateError>

    /// The key URI, or nil if it does not render.
    package var text: String? { try? uri.get().text }

    /// A property that may distinguish keys of one title.
    enum Part: Equatable {
        case track, period, generation
    }

    /// Indicates whether two keys of one title differ in this property and in no other.
    func differs(only part: Part, from other: TemplateSample) -> Bool {
        let differences: [(Part, Bool)] = [
            (.track, track != other.track), (.period, period != other.period),
            (.generation, generation != other.generation),
        ]
        return title == other.title && differences.allSatisfy { $0.1 == ($0.0 == part) }
    }
}
