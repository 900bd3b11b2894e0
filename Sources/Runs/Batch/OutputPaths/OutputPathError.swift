import TextFormats

/// A path that a template does not give for a title.
///
/// No message holds what a variable says: it may be a secret.
package enum OutputPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a value has that would leave its component of the path.
    package enum Fault: Hashable, Sendable {
        /// It is empty.
        case empty
        /// It, or the component that it is a part of, is `.` or `..`.
        case dots
        /// It has a `/`.
        case slash
        /// It has a NUL or another control character.
        case controlCharacter

        /// Nil if the value stays in its component.
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

    /// A variable that is not set.
    case unknownVariable(String, known: [String])
    /// A variable whose value would leave its component of the path.
    case value(String, Fault)
    /// A component that is too long for a file name; a variable in it, if there is one.
    case componentTooLong(variable: String?)
    /// A path that is too long.
    case tooLong

    /// What was found, what is expected and what to do.
    package var description: String {
        switch self {
        case .unknownVariable(let name, let known):
            "the output has a variable that is not set here (got {\(name)}, expected "
                + (NearestName.of(ManifestColumn.key(of: name), in: known).map { "perhaps {\($0)}" }
                    ?? (known.isEmpty
                        ? "none" : "one of " + known.map { "{\($0)}" }.joined(separator: ", ")))
                + "). Correct the name, or set it."
        case .value(let name, let fault):
            "the value of {\(name)} would leave its path component (\(fault.words)). Change it."
        case .componentTooLong(let variable):
            "a component of the output" + (variable.map { ", with {\($0)}," } ?? "")
                + " is too long (expected at most \(OutputPathTemplate.maximumComponentBytes) bytes). Shorten it."
        case .tooLong:
            "the output is too long (expected at most \(OutputPathTemplate.maximumPathBytes) bytes). Shorten it."
        }
    }
}

extension OutputPathError.Fault {
    fileprivate var words: String {
        switch self {
        case .empty: "it is empty"
        case .dots: "it makes . or .."
        case .slash: "it has a /"
        case .controlCharacter: "it has a control character"
        }
    }
}
