/// A prefix of absolute URIs and what stands in its place (`--replace-base OLD=NEW`).
package struct URIPrefixReplacement: Hashable, Sendable {
    private let old: String
    private let new: String

    /// A replacement; nil for a text without an equals sign, without an old prefix, or with what no URI line can hold.
    package init?(argument: String) {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")), equals > argument.startIndex
        else {
            return nil
        }
        let isIllegal = argument.unicodeScalars.contains {
            $0 == "\"" || $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        guard !isIllegal else { return nil }
        old = String(argument[..<equals])
        new = String(argument[argument.utf8.index(after: equals)...])
    }

    /// The URI with the new prefix; nil when it has not the old one, or has the new one that begins with the old one.
    func replaced(_ uri: String) -> String? {
        guard uri.utf8.starts(with: old.utf8) else { return nil }
        if new.utf8.starts(with: old.utf8), uri.utf8.starts(with: new.utf8) { return nil }
        return new + (String(uri.utf8.dropFirst(old.utf8.count)) ?? "")
    }
}
