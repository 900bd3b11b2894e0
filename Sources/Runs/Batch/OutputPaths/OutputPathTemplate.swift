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
    /// - Throws: `.syntax` if the text is malformed.
    package init(parsing text: String) throws(OutputPathError) {
        do throws(TemplateError) {
            source = try TemplateText(parsing: text, Self.syntax)
        } catch {
            throw .syntax(error)
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
    /// - Throws: `OutputPathError` if a variable is not set, a value would leave its path component, or the
    ///   path or a component is too long.
    package func path(variables: [String: String]) throws(OutputPathError) -> String {
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
                    throw .unknownVariable(name, known: variables.keys.sorted())
                }
                if let fault = OutputPathError.Fault(of: value) { throw .value(name, fault) }
                path += value.utf8
                lastVariable = name
            }
        }
        try Self.check(path[componentStart...], variable: lastVariable)
        guard path.count <= Self.maximumPathBytes else { throw .tooLong(bytes: path.count) }
        return String(decoding: path, as: UTF8.self)
    }

    /// Checks a path component; only literal text may form `.` or `..`, not text with a variable.
    private static func check(_ component: ArraySlice<UInt8>, variable: String?) throws(OutputPathError) {
        guard component.count <= maximumComponentBytes else { throw .componentTooLong(variable: variable) }
        guard let variable, component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) else {
            return
        }
        throw .value(variable, .dots)
    }
}
