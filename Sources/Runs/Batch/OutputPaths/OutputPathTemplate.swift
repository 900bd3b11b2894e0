package import Failures
import KeyURITemplates
import TextFormats

/// A template of output paths: text with variables, such as `out/{content_id}`.
///
/// `{{` and `}}` are literal braces. Names have letters, digits, `_` and `-` of ASCII; `-` and `_` are the same.
/// Values are inserted unchanged. A value that would leave its path component is an error.
package struct OutputPathTemplate: Hashable, Sendable {
    /// The longest path component on Linux, in bytes (NAME_MAX).
    static let maximumComponentBytes = 255
    /// The longest path on Linux, in bytes, without the terminating NUL (PATH_MAX).
    static let maximumPathBytes = 4095

    private static let syntax = TemplateSyntax(
        isLegalName: { $0.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-".utf8.contains($0) } },
        hasFilters: false,
        problem: { scalar, _ in
            scalar.properties.generalCategory == .control ? .illegalCharacter(scalar) : nil
        }
    )

    private let source: TemplateText

    /// Parses a template.
    ///
    /// - Throws: `RunFailure` if the text is malformed.
    package init(parsing text: String) throws(RunFailure) {
        source = try mapErrors(to: RunFailure.outputTemplate) { () throws(TemplateError) in
            try TemplateText(parsing: text, Self.syntax)
        }
    }

    /// The canonical names of the variables, each once, in order of first use.
    package var variableNames: [String] {
        var names: [String] = []
        for name in source.variableNames.map(ManifestColumn.key(of:)) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Renders the path of a title.
    ///
    /// - Parameter variables: the values by the canonical names of their variables.
    /// - Returns: the path, absolute only if the template begins with `/`.
    /// - Throws: `RunFailure` if a variable is not set, a value would leave its path component, or the
    ///   path or a component is too long.
    package func path(variables: [String: String]) throws(RunFailure) -> String {
        var path: [UInt8] = []
        // The start of the current component in `path`, and the last variable in it.
        var (componentStart, lastVariable): (Int, String?) = (0, nil)
        for part in source.parts {
            switch part.content {
            case .literal(let text):
                for byte in text.utf8 {
                    if byte == UInt8(ascii: "/") {
                        try Self.check(path[componentStart...], variable: lastVariable)
                        (componentStart, lastVariable) = (path.count + 1, nil)
                    }
                    path.append(byte)
                }
            case .variable(let name, _):
                guard let value = variables[ManifestColumn.key(of: name)] else {
                    throw .unknownOutputVariable(name, known: variables.keys.sorted())
                }
                if let reason = Self.reason(toRefuse: value) { throw .outputValue(of: name, reason) }
                path += value.utf8
                lastVariable = name
            }
        }
        try Self.check(path[componentStart...], variable: lastVariable)
        guard path.count <= Self.maximumPathBytes else { throw .outputTooLong(bytes: path.count) }
        return String(decoding: path, as: UTF8.self)
    }

    /// Checks a path component; only literal text may form `.` or `..`, not text with a variable.
    private static func check(_ component: ArraySlice<UInt8>, variable: String?) throws(RunFailure) {
        guard component.count <= maximumComponentBytes else {
            throw .outputComponentTooLong(variable: variable)
        }
        if let variable, isDots(component) { throw .outputValue(of: variable, dotsReason) }
    }

    /// Returns the reason why a value would leave its path component, or nil if it stays within it.
    private static func reason(toRefuse value: String) -> String? {
        if value.isEmpty { return "it is empty" }
        if isDots(value.utf8) { return dotsReason }
        if value.utf8.contains(UInt8(ascii: "/")) { return "it has a /" }
        let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
        return value.unicodeScalars.contains(where: isControl) ? "it has a control character" : nil
    }

    private static let dotsReason = "it makes . or .."

    private static func isDots(_ component: some Sequence<UInt8>) -> Bool {
        component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8)
    }
}
