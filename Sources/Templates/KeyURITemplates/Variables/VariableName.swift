import TextFormats

/// The rules for names of template variables.
package enum VariableName {
    /// Indicates whether a name is `[a-z][a-z0-9_]*`.
    package static func isLegal(_ name: String) -> Bool {
        name.utf8.first?.isASCIILowercase == true
            && name.utf8.allSatisfy { $0.isASCIILowercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}
