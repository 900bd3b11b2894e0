import ArgumentParser
import CommandLineParts
import Failures

/// The parsed options of a title: those of `protect` or `package`, without values that differ for each title.
enum TitleCommand {
    /// The command for a title.
    enum Kind: String {
        case protect, package

        /// Creates the command for a first input: a playlist is protected, everything else is packaged.
        init(input: String) {
            let lowercased = input.lowercased()
            self = lowercased.hasSuffix(".m3u8") || lowercased.hasSuffix(".m3u") ? .protect : .package
        }
    }

    case protect(ProtectCommand)
    case package(PackageCommand)

    /// A placeholder for required values that differ for each title.
    private static let placeholder = "placeholder"

    /// Parses the options of a title.
    ///
    /// - Parameters:
    ///   - arguments: the options, as words of a command line.
    ///   - kind: the command of the title.
    /// - Throws: `RunFailure` with the parser's message.
    init(_ arguments: [String], for kind: Kind) throws {
        let placeholders = ["--output=\(Self.placeholder)", "--content-id=\(Self.placeholder)"]
        switch kind {
        case .protect:
            self = .protect(try Self.parse([Self.placeholder] + placeholders + arguments))
        case .package:
            // The real inputs are parsed later, by `TitleBuilder`.
            self = .package(try Self.parse([Self.placeholder] + placeholders + arguments))
        }
    }

    private static func parse<Command: ParsableCommand>(_ arguments: [String]) throws -> Command {
        let parsed: any ParsableCommand
        do {
            parsed = try Command.parseAsRoot(arguments)
        } catch {
            let message = Command.message(for: error).split(whereSeparator: \.isNewline)
                .joined(separator: " ")
            throw RunFailure(.usage, message.withoutFullStop)
        }
        guard let command = parsed as? Command else {
            throw RunFailure(.usage, "help is not an option of a title")
        }
        return command
    }
}
