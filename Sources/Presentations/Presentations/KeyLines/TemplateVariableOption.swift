import KeyURITemplates
import ProtectionTerms

/// The command line options and manifest columns that set template variables.
package enum TemplateVariableOption {
    /// Returns the option with its argument, or nil for a variable that fairlead sets itself.
    static func option(for variable: String) -> String? {
        switch StandardVariable(rawValue: variable) {
        case .contentID: "\(CommandOption.contentID) ID"
        case .entitlementURL: "\(CommandOption.entitlementURL) URL"
        case .track, .period, .generation, .keyID, .iv: nil
        case .assetID, nil: "\(CommandOption.set) \(variable)=VALUE"
        }
    }

    /// Returns advice for a variable without value, or nil for a variable that fairlead sets itself.
    package static func advice(for variable: String) -> String? {
        option(for: variable).map {
            "Give it with \($0) (in a manifest: the column \(variable)), or correct the name."
        }
    }
}
