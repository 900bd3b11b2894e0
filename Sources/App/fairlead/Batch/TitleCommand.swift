import ArgumentParser
import CommandLineParts
import KeyStore

/// The parsed options of a title: the same as those of `protect` or `package`, without what differs from title to title.
enum TitleCommand {
    /// Which command a title is for.
    enum Kind: String {
        case protect, package

        /// By the ending of the first input: a playlist is protected, all else is packaged.
        init(input: String) {
            let lowercased = input.lowercased()
            self = lowercased.hasSuffix(".m3u8") || lowercased.hasSuffix(".m3u") ? .protect : .package
        }
    }

    case protect(ProtectCommand)
    case package(PackageCommand)

    /// Stands where the parser wants what differs from title to title.
    private static let placeholder = "placeholder"

    /// Parses the options of a title.
    ///
    /// - Parameters:
    ///   - words: the options.
    ///   - kind: the command.
    /// - Throws: `CommandFailure` in the parser's words.
    init(_ words: [String], for kind: Kind) throws {
        let common = ["--output=\(Self.placeholder)", "--content-id=\(Self.placeholder)"]
        switch kind {
        case .protect:
            self = .protect(try Self.parse([Self.placeholder] + common + words))
        case .package:
            // An input is read when it is put in.
            self = .package(try Self.parse([Self.placeholder] + common + words))
        }
    }

    private static func parse<Command: ParsableCommand>(_ words: [String]) throws -> Command {
        do {
            let command = try Command.parseAsRoot(words)
            guard let command = command as? Command else {
                throw CommandFailure(.usage, "help is no option of a title.")
            }
            return command
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            let message = Command.message(for: error).split(whereSeparator: \.isNewline)
                .joined(separator: " ")
            throw CommandFailure(.usage, message.hasSuffix(".") ? message : message + ".")
        }
    }
}
