/// A template of output paths: text with variables, such as `out/{content_id}`.
///
///     template = *(literal / "{{" / "}}" / "{" name "}")
///     name     = 1*(letter / digit / "_" / "-")          ; of ASCII; - and _ are the same
///
/// Values are inserted unchanged. A value that would leave its path component is an error.
package struct OutputPathTemplate: Hashable, Sendable {
    /// The longest path component on Linux, in bytes (NAME_MAX).
    static let maximumComponentBytes = 255
    /// The longest path on Linux, in bytes, without the terminating NUL (PATH_MAX).
    static let maximumPathBytes = 4095

    /// The template as written.
    let text: String
    /// The canonical names of the variables, each once, in order of first use.
    package let variableNames: [String]

    private let parts: [OutputPathPart]

    /// Parses a template.
    ///
    /// - Throws: `OutputPathTemplateError` if the text is malformed.
    package init(parsing text: String) throws(OutputPathTemplateError) {
        var parser = OutputPathTemplateParser(text)
        parts = try parser.parse()
        self.text = text
        var names: [String] = []
        for case .variable(_, let key) in parts where !names.contains(key) { names.append(key) }
        variableNames = names
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
        for part in parts {
            switch part {
            case .literal(let text):
                for byte in text.utf8 {
                    if byte == UInt8(ascii: "/") {
                        try Self.check(path[componentStart...], variable: lastVariable)
                        (componentStart, lastVariable) = (path.count + 1, nil)
                    }
                    path.append(byte)
                }
            case .variable(let name, let key):
                guard let value = variables[key] else {
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

/// A part of a template.
enum OutputPathPart: Hashable, Sendable {
    case literal(String)
    case variable(name: String, key: String)
}

/// A parser of output path templates.
///
/// It works on Unicode scalars, so that a combining character after a brace does not hide it.
struct OutputPathTemplateParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var parts: [OutputPathPart] = []
    private var literal = ""

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(OutputPathTemplateError) -> [OutputPathPart] {
        while index < scalars.count {
            switch (scalars[index], index + 1 < scalars.count ? scalars[index + 1] : nil) {
            case ("{", "{"), ("}", "}"):
                literal.unicodeScalars.append(scalars[index])
                index += 2
            case ("{", _):
                finishLiteral()
                parts.append(try variable())
            case ("}", _): throw error(.strayBrace)
            case (let scalar, _):
                guard scalar.properties.generalCategory != .control else { throw error(.controlCharacter) }
                literal.unicodeScalars.append(scalar)
                index += 1
            }
        }
        finishLiteral()
        guard !parts.isEmpty else { throw error(.empty) }
        return parts
    }

    private mutating func finishLiteral() {
        guard !literal.isEmpty else { return }
        parts.append(.literal(literal))
        literal = ""
    }

    private mutating func variable() throws(OutputPathTemplateError) -> OutputPathPart {
        guard let close = scalars[index...].firstIndex(of: "}"),
            !scalars[(index + 1)..<close].contains("{")
        else { throw error(.unclosedBrace) }
        let name = String(String.UnicodeScalarView(scalars[(index + 1)..<close]))
        guard !name.isEmpty else { throw error(.missingName) }
        guard name.unicodeScalars.allSatisfy(Self.isNameCharacter) else {
            index += 1
            throw error(.illegalName(name))
        }
        index = close + 1
        return .variable(name: name, key: ManifestColumn.key(of: name))
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }

    private func error(_ problem: OutputPathTemplateError.Problem) -> OutputPathTemplateError {
        OutputPathTemplateError(column: index + 1, problem: problem)
    }
}
