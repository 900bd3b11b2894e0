import HLSPlaylists
import KeySystems
package import Presentations

/// The changes of URIs of some kinds: another base for absolute URIs, then query parameters.
///
/// `data` URIs contain documents and are not addresses, so they stay.
package struct URIChanges: Sendable {
    /// The prefixes of absolute URIs to be replaced; the first that matches a URI applies.
    package var replacements: [URIPrefixReplacement] = []
    /// The query parameters to be added, in this order.
    package var parameters: [URIQueryParameter] = []
    /// The kinds of URIs that change.
    package var kinds: Set<URIKind> = [.segments, .playlists]

    /// Creates changes that leave every URI as it is.
    package init() {}

    /// Indicates whether URIs of a kind may change.
    func applies(to kind: URIKind) -> Bool {
        kinds.contains(kind) && !(replacements.isEmpty && parameters.isEmpty)
    }

    /// Indicates whether absolute URIs of a kind may get another base.
    func mayRebase(_ kind: URIKind) -> Bool { kinds.contains(kind) && !replacements.isEmpty }

    /// Returns an absolute URI with another base, or nil if no prefix applies.
    func rebased(_ uri: WrittenURI, _ kind: URIKind) -> String? {
        guard applies(to: kind), !DataURI.hasScheme(uri.resolved) else { return nil }
        for replacement in replacements {
            // Keys are distinguished by resolved URIs, so their prefixes are compared in resolved form only.
            if kind != .keys, replacement.containsVariable {
                if let replaced = replacement.replaced(uri.text) { return replaced }
            } else if let splice = replacement.splice(in: uri.resolved) {
                return uri.replacing([splice])
            }
        }
        return nil
    }

    /// Returns a URI with the parameters in its query, or nil if it has them already.
    func queried(_ uri: WrittenURI, _ kind: URIKind, _ variables: VariableScope) -> String? {
        guard applies(to: kind), !DataURI.hasScheme(uri.resolved) else { return nil }
        var changed = uri
        for parameter in parameters {
            let splices = parameter.splices(in: changed.resolved)
            guard !splices.isEmpty else { continue }
            changed = WrittenURI(changed.replacing(splices), variables: variables)
        }
        return changed.text.utf8.elementsEqual(uri.text.utf8) ? nil : changed.text
    }

    /// Returns a key URI with another base and query, or nil if it stays.
    func changed(key uri: WrittenURI, _ variables: VariableScope) -> WrittenURI? {
        let isAbsolute = URIPath.isAbsolute(uri.resolved)
        let rebased = isAbsolute ? self.rebased(uri, .keys) : nil
        let based = rebased.map { WrittenURI($0, variables: variables) } ?? uri
        let queried = queried(based, .keys, variables).map { WrittenURI($0, variables: variables) } ?? based
        return queried.text.utf8.elementsEqual(uri.text.utf8) ? nil : queried
    }
}
