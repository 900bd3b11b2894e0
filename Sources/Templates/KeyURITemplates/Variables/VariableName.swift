import TextFormats

/// The rule for the names of template variables and filters.
package enum VariableName {
    /// Whether a name is `[a-z][a-z0-9_]*`.
    package static func isLegal(_ name: String) -> Bool {
        name.utf8.first?.isASCIILowercase == true
            && name.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}
