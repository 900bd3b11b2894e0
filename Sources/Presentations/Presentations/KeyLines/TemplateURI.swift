package import Failures
package import KeyURITemplates
package import ProtectionTerms

/// Renders and checks the key URIs of templates, for all runs that assign URIs to keys.
package enum TemplateURI {
    /// Renders the URI with these variables and hides its secret parts from later messages.
    package static func render(
        _ template: KeyURITemplate,
        _ variables: TemplateVariables
    ) throws(RunFailure) -> String {
        let uri = try mapErrors(to: RunFailure.template) { () throws(TemplateError) in
            try template.rendered(variables)
        }
        KeyURIRedaction.hide(uri)
        return uri.text
    }

    /// Throws if no rule of the template finds an asset id in the URI.
    ///
    /// Does not check URIs of identity lines with a scheme other than `skd:`, from which apps take no asset
    /// id, and templates without rules (`asset_id: none`), whose license servers look up nothing by the URI.
    ///
    /// - Parameters:
    ///   - uri: the URI.
    ///   - system: the key system of its line.
    ///   - rules: the asset id rules of the template; nil if it does not state them.
    ///   - variables: the names of the variables in the URI, for the advice in the message.
    /// - Throws: `RunFailure.noAssetID`.
    package static func checkAssetID(
        in uri: String,
        of system: KeySystem,
        _ rules: [AssetIDRule]?,
        variables: [String] = []
    ) throws(RunFailure) {
        guard let rules, !rules.isEmpty, system != .identity || uri.hasPrefix("skd:"),
            rules.allSatisfy({ $0.assetIDs(inKeyURI: uri).isEmpty })
        else { return }
        throw .noAssetID(
            uri: uri,
            rules: rules.map(\.name),
            options: variables.compactMap { TemplateVariableOption.option(for: $0) }
        )
    }
}
