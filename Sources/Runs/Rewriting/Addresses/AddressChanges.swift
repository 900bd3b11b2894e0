import HLSPlaylists
import KeySystems
package import Presentations

/// What becomes of the URIs of some kinds: another base where they are absolute, then parameters in the query.
///
/// `data` URIs are documents and no addresses: they stay.
package struct AddressChanges: Sendable {
    /// Prefixes of absolute URIs that are replaced, the first that fits.
    package var replacements: [URIPrefixReplacement] = []
    /// Parameters that queries get, in this order.
    package var parameters: [URIQueryParameter] = []
    /// The kinds of URIs.
    package var kinds: Set<AddressKind> = [.segments, .playlists]

    /// Changes nothing.
    package init() {}

    /// Whether URIs of a kind may change.
    func concern(_ kind: AddressKind) -> Bool {
        kinds.contains(kind) && !(replacements.isEmpty && parameters.isEmpty)
    }

    /// Whether absolute URIs of a kind may get another base.
    func rebase(_ kind: AddressKind) -> Bool { kinds.contains(kind) && !replacements.isEmpty }

    /// An absolute URI with another base; nil where it stays.
    func rebased(_ uri: WrittenURI, _ kind: AddressKind) -> String? {
        guard concern(kind), !DataURI.hasScheme(uri.resolved) else { return nil }
        for replacement in replacements {
            // Key URIs are told apart as clients see them.
            if kind != .keys, replacement.isOfVariables {
                if let replaced = replacement.replaced(uri.text) { return replaced }
            } else if let splice = replacement.splice(in: uri.resolved) {
                return uri.replacing([splice])
            }
        }
        return nil
    }

    /// A URI with the parameters in its query; nil where it has them.
    func queried(_ uri: WrittenURI, _ kind: AddressKind, _ variables: VariableScope) -> String? {
        guard concern(kind), !DataURI.hasScheme(uri.resolved) else { return nil }
        var changed = uri
        for parameter in parameters {
            let splices = parameter.splices(in: changed.resolved)
            guard !splices.isEmpty else { continue }
            changed = WrittenURI(changed.replacing(splices), variables: variables)
        }
        return changed.text.utf8.elementsEqual(uri.text.utf8) ? nil : changed.text
    }

    /// A key URI with both; nil where it stays.
    func changed(key uri: WrittenURI, _ variables: VariableScope) -> WrittenURI? {
        let isAbsolute = URIPath.isAbsolute(uri.resolved)
        let rebased = isAbsolute ? self.rebased(uri, .keys) : nil
        let based = rebased.map { WrittenURI($0, variables: variables) } ?? uri
        let queried = queried(based, .keys, variables).map { WrittenURI($0, variables: variables) } ?? based
        return queried.text.utf8.elementsEqual(uri.text.utf8) ? nil : queried
    }
}
