import HLSPlaylists

/// A condition in an expression of `--keep` or `--drop`, such as `bandwidth<=3000000`.
struct SelectionCondition: Hashable, Sendable {
    /// A comparison operator.
    enum Comparison: String, CaseIterable, Sendable {
        // Longer operators are first, since the parser takes the first that matches.
        case notEqual = "!="
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case less = "<"
        case greater = ">"
        case equal = "="
    }

    /// The values, of which at least one has to match.
    enum Values: Hashable, Sendable {
        case bandwidths([UInt64])
        case resolutions([Resolution])
        case texts([String])
        case kinds(Set<SelectionEntry.Kind>)
    }

    let attribute: SelectionAttribute
    let comparison: Comparison
    let values: Values

    /// Indicates whether the condition is true for an entry.
    ///
    /// An attribute that the entry lacks equals no value, so only `!=` is true for it.
    func holds(for entry: SelectionEntry) -> Bool {
        let matchesAny =
            switch values {
            case .bandwidths(let values): values.contains { isMet(entry.bandwidth, $0) }
            case .resolutions(let values): values.contains { isMet(entry.resolution, $0) }
            case .texts(let texts): texts.contains { matches($0, entry) }
            case .kinds(let kinds): kinds.contains(entry.kind)
            }
        return matchesAny != (comparison == .notEqual)
    }

    private func isMet(_ bandwidth: UInt64?, _ value: UInt64) -> Bool {
        guard let bandwidth else { return false }
        return switch comparison {
        case .equal, .notEqual: bandwidth == value
        case .less: bandwidth < value
        case .lessOrEqual: bandwidth <= value
        case .greater: bandwidth > value
        case .greaterOrEqual: bandwidth >= value
        }
    }

    /// Compares sizes of pictures without regard to orientation.
    ///
    /// A picture is less than or equal to another if it fits in it; otherwise it is greater.
    private func isMet(_ resolution: Resolution?, _ value: Resolution) -> Bool {
        guard let resolution else { return false }
        let (entrySides, valueSides) = (Sides(resolution), Sides(value))
        let fits = entrySides.long <= valueSides.long && entrySides.short <= valueSides.short
        return switch comparison {
        case .equal, .notEqual: entrySides == valueSides
        case .less: fits && entrySides != valueSides
        case .lessOrEqual: fits
        case .greater: !fits
        case .greaterOrEqual: !fits || entrySides == valueSides
        }
    }

    private func matches(_ text: String, _ entry: SelectionEntry) -> Bool {
        switch attribute {
        case .codec: entry.codecs.contains { Self.isFormat($0, text) }
        case .language: entry.language.map { Self.isLanguage($0, text) } ?? false
        // RFC 8216bis itself has an example with English and ENGLISH in two groups.
        case .name: entry.name.map { $0.lowercased() == text.lowercased() } ?? false
        case .group: entry.group.map { $0.utf8.elementsEqual(text.utf8) } ?? false
        case .bandwidth, .resolution, .type: false
        }
    }

    /// Indicates whether a codec equals the value, or has it as its four-character code; ignores case.
    private static func isFormat(_ format: String, _ text: String) -> Bool {
        let format = format.lowercased()
        let text = text.lowercased()
        return format == text || format.prefix { $0 != "." } == text
    }

    /// Indicates whether a language tag matches a range (RFC 4647 3.3.1): `en` matches `en-US`, but not
    /// `enm`.
    private static func isLanguage(_ tag: String, _ range: String) -> Bool {
        let tag = tag.lowercased()
        let range = range.lowercased()
        return tag == range || tag.hasPrefix(range + "-")
    }

    /// The sides of a picture, in either orientation.
    private struct Sides: Equatable {
        let long: UInt64
        let short: UInt64

        init(_ resolution: Resolution) {
            long = max(resolution.width, resolution.height)
            short = min(resolution.width, resolution.height)
        }
    }
}
