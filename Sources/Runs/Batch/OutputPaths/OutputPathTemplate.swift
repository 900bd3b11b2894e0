/// Where the result of each title goes: text with variables, as in `out/{content_id}`.
///
///     template = *(literal / "{{" / "}}" / "{" name "}")
///     name     = 1*(letter / digit / "_" / "-")          ; of ASCII; - and _ are the same
///
/// Values are used as they are. None leaves the component of the path that it stands in.
package struct OutputPathTemplate: Hashable, Sendable {
    /// The longest component of a path on Linux, in bytes (NAME_MAX).
    static let maximumComponentBytes = 255
    /// The longest path on Linux, in bytes, without the NUL behind it (PATH_MAX).
    static let maximumPathBytes = 4095

    /// The template as written.
    package let text: String
    /// The canonical names of its variables, each once, in order.
    package let variableNames: [String]

    private let parts: [OutputPathPart]

    /// Reads a template.
    ///
    /// - Throws: `OutputPathTemplateError` for what is no template.
    package init(parsing text: String) throws(OutputPathTemplateError) {
        var parser = OutputPathTemplateParser(text)
        parts = try parser.parse()
        self.text = text
        var names: [String] = []
        for case .variable(_, let key) in parts where !names.contains(key) { names.append(key) }
        variableNames = names
    }

    /// The path of a title.
    ///
    /// - Parameter variables: the texts of variables by their canonical names.
    /// - Returns: the path.
    /// - Throws: `OutputPathError` for a variable that is not set, or whose text leaves its component of the path.
    package func path(variables: [String: String]) throws(OutputPathError) -> String {
        var path: [UInt8] = []
        // Of the component that is being written: where it starts, and the variable in it that came last.
        var (start, last): (Int, String?) = (0, nil)
        for part in parts {
            switch part {
            case .literal(let text):
                for byte in text.utf8 {
                    if byte == UInt8(ascii: "/") {
                        try Self.check(path[start...], variable: last)
                        (start, last) = (path.count + 1, nil)
                    }
                    path.append(byte)
                }
            case .variable(let name, let key):
                guard let value = variables[key] else {
                    throw .unknownVariable(name, known: variables.keys.sorted())
                }
                if let fault = OutputPathError.Fault(of: value) { throw .value(name, fault) }
                path += value.utf8
                last = name
            }
        }
        try Self.check(path[start...], variable: last)
        guard path.count <= Self.maximumPathBytes else { throw .tooLong }
        return String(decoding: path, as: UTF8.self)
    }

    /// A component of a path: literal text may say `..`, a variable may not help to.
    private static func check(_ component: ArraySlice<UInt8>, variable: String?) throws(OutputPathError) {
        guard component.count <= maximumComponentBytes else { throw .componentTooLong(variable: variable) }
        guard let variable, component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) else {
            return
        }
        throw .value(variable, .dots)
    }
}

/// A piece of a template.
enum OutputPathPart: Hashable, Sendable {
    case literal(String)
    case variable(name: String, key: String)
}

/// The parser of output path templates.
///
/// It works on Unicode scalars: a combining character hides no brace.
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
