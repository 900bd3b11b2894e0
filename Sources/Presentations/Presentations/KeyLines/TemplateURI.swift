package import KeyURITemplates
package import ProtectionTerms

/// Key URIs of templates, for all that give keys their URIs.
package enum TemplateURI {
    /// The URI for these variables, what is secret of it hidden from messages.
    package static func render(
        _ template: KeyURITemplate,
        _ variables: TemplateVariables
    ) throws(PresentationError) -> String {
        do {
            let uri = try template.rendered(variables)
            KeyURIText.hide(uri)
            return uri.text
        } catch {
            throw .template(error)
        }
    }

    /// Refuses a URI from which apps with these rules cut no asset id; what an identity line says in another scheme than
    /// `skd` is for no app, and a template without rules (`asset_id: none`) is for key servers that look nothing up by the URI.
    ///
    /// - Parameters:
    ///   - uri: the URI.
    ///   - system: the key system of its line.
    ///   - rules: those of the template; nil where it does not say them.
    ///   - variables: the names of those on which the URI depends, for messages.
    /// - Throws: `.noAssetID`.
    package static func checkAssetID(
        in uri: String,
        of system: KeySystem,
        _ rules: [AssetIDRule]?,
        variables: [String] = []
    ) throws(PresentationError) {
        guard let rules, !rules.isEmpty, system != .identity || uri.hasPrefix("skd:"),
            rules.allSatisfy({ $0.assetIDs(inKeyURI: uri).isEmpty })
        else { return }
        throw .noAssetID(
            uri: KeyURIText.redacted(uri),
            rules: rules.map(\.name),
            options: variables.compactMap { TemplateVariableOption.text(for: $0) }
        )
    }
}
