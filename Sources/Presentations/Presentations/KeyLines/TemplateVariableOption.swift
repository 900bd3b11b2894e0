import KeyURITemplates

/// Options of command lines, and columns of manifests, that give template variables their values.
package enum TemplateVariableOption {
    /// The option with what follows it; nil for what fairlead knows of a key itself.
    static func text(for variable: String) -> String? {
        switch StandardVariable(rawValue: variable) {
        case .contentID: "--content-id ID"
        case .entitlementURL: "--entitlement-url URL"
        case .track, .period, .generation, .keyID, .iv: nil
        case .assetID, nil: "--set \(variable)=VALUE"
        }
    }

    /// What to do about a variable without a value; nil for what fairlead knows of a key itself.
    package static func advice(for variable: String) -> String? {
        text(for: variable).map {
            "Give it with \($0) (a manifest: in a column \(variable)), or correct the name."
        }
    }
}
