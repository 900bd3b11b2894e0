package import KeyURITemplates
import TextFormats

/// An error in an output path template, or in rendering it for a title.
///
/// Messages quote no values of variables, since they may be secret.
package enum OutputPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason why a value would leave its path component.
    package enum Fault: Hashable, Sendable {
        /// The value is empty.
        case empty
        /// The value, or the component that it completes, is `.` or `..`.
        case dots
        /// The value has a `/`.
        case slash
        /// The value has a NUL or another control character.
        case controlCharacter

        /// Creates the fault of a value; nil if the value stays within its component.
        init?(of value: String) {
            if value.isEmpty {
                self = .empty
            } else if value.utf8.elementsEqual(".".utf8) || value.utf8.elementsEqual("..".utf8) {
                self = .dots
            } else if value.utf8.contains(UInt8(ascii: "/")) {
                self = .slash
            } else if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                self = .controlCharacter
            } else {
                return nil
            }
        }
    }

    /// The template is malformed.
    case syntax(TemplateError)
    /// The template has the given variable, which is not set; `known` are those that are.
    case unknownVariable(String, known: [String])
    /// The value of the given variable would leave its path component.
    case value(String, Fault)
    /// A path component is too long for a file name; `variable` is the last variable in it, or nil.
    case componentTooLong(variable: String?)
    /// The path has the given number of bytes, more than the system allows.
    case tooLong(bytes: Int)

    /// The message: what was found, what was expected and what to do.
    package var description: String {
        switch self {
        case .syntax(let error): "column \(error.column): \(Self.words(for: error.problem))"
        case .unknownVariable(let name, let known):
            "the output has a variable that is not set here (got {\(name)}, expected "
                + (NearestName.of(ManifestColumn.key(of: name), in: known).map { "perhaps {\($0)}" }
                    ?? (known.isEmpty
                        ? "none" : "one of " + known.map { "{\($0)}" }.joined(separator: ", ")))
                + "). Correct the name, or set it."
        case .value(let name, let fault):
            "the value of {\(name)} would leave its path component (\(fault.description)). Change it."
        case .componentTooLong(let variable):
            "a component of the output" + (variable.map { ", with {\($0)}," } ?? "")
                + " is too long (expected at most \(OutputPathTemplate.maximumComponentBytes) bytes). Shorten it."
        case .tooLong(let count):
            "the path of the output is too long (got \(count) bytes, expected at most "
                + "\(OutputPathTemplate.maximumPathBytes)). Shorten it."
        }
    }

    private static func words(for problem: TemplateError.Problem) -> String {
        switch problem {
        case .empty: "the output is empty (expected a path). Name one."
        case .illegalName(let name):
            "illegal variable name (got \(name.debugDescription), expected letters, digits, _ and -)."
                + " Correct it."
        case .illegalCharacter: "the output contains a control character. Remove it."
        default: problem.description
        }
    }
}

extension OutputPathError.Fault {
    fileprivate var description: String {
        switch self {
        case .empty: "it is empty"
        case .dots: "it makes . or .."
        case .slash: "it has a /"
        case .controlCharacter: "it has a control character"
        }
    }
}
