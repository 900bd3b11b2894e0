import ArgumentParser
import Batch
import CPIXDocuments
import Ciphers
import FoundationEssentials
import Glibc
import KeyStore
import KeyURITemplates
import Logging
import Presentations
import ProviderTemplates

/// A failure of a command, in the words and the class that the user gets.
struct CommandFailure: Error {
    let failureClass: FailureClass
    let message: String
    /// Whether the place of the report is what is wrong: then no report of the failure goes there.
    let isOfReport: Bool

    init(_ failureClass: FailureClass, _ message: String, isOfReport: Bool = false) {
        self.failureClass = failureClass
        self.message = message.cutToMessage
        self.isOfReport = isOfReport
    }

    /// Any error of a library as a failure of the command.
    init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as PresentationError: self.init(error.failureClass, error.description)
        case let error as KeyStoreError: self.init(error.failureClass, "key store: \(error)")
        case let error as CPIXError:
            self = Self.missingLibrary(of: error) ?? CommandFailure(.malformed, "CPIX document: \(error)")
        case let error as CertificateError: self.init(.malformed, "certificate: \(error)")
        case let error as ValidationError:
            self.init(.usage, "command line: \(ExitStatus.sentence(error.message))")
        case let error as TemplateVariableError: self.init(.usage, "template variable: \(error)")
        case let error as KeyURITemplateError:
            let text = error.description { TemplateVariableOption.advice(for: $0) }
            self.init(.usage, "--key-uri: \(text)")
        case let error as OnboardingTemplateError: self.init(error.failureClass, "\(error)")
        case let error as ManifestError: self.init(error.failureClass, "\(error)")
        default: self.init(.fault, "a bug in fairlead: \(error). Please report it.")
        }
    }
}

extension CommandFailure {
    /// The failure to load libxml2: nothing is wrong with the document then.
    static func missingLibrary(of error: CPIXError) -> CommandFailure? {
        error.missingLibrary.map { CommandFailure(KeyStoreError.missingLibrary($0).failureClass, "\($0).") }
    }
}

/// The exit statuses that README.md lists.
enum ExitStatus {
    /// Something that was checked does not hold.
    static let doesNotHold = FailureClass.doesNotHoldStatus

    static func code(of failureClass: FailureClass) -> Int32 { failureClass.exitStatus }

    /// Ends the process after a run that failed, and says why on standard error.
    static func exit(afterRun error: any Error) -> Never {
        if let code = error as? ExitCode { Glibc.exit(code.rawValue) }
        // `--help` is a command of the argument parser, and ends with an "error" of status 0.
        if Fairlead.exitCode(for: error) == .success { exit(afterParsing: error) }
        let failure = CommandFailure(error)
        Diagnostics.shared.error(failure.message)
        Glibc.exit(code(of: failure.failureClass))
    }

    /// Ends the process after a command line that names no run: one that is wrong, or that asks for help.
    static func exit(afterParsing error: any Error) -> Never {
        // Help and version are "errors" of the argument parser with status 0.
        if Fairlead.exitCode(for: error) == .success {
            do {
                try StandardOutput.write(Fairlead.fullMessage(for: error) + "\n")
            } catch {
                exit(afterRun: error)
            }
            Glibc.exit(0)
        }
        Diagnostics.shared.configure(
            format: Diagnostics.format(askedForIn: CommandLine.arguments),
            level: .notice
        )
        Diagnostics.shared.error("command line: \(sentence(redacted(Fairlead.message(for: error))))")
        Diagnostics.shared.note(Fairlead.usageString(for: error))
        Glibc.exit(code(of: .usage))
    }

    /// A message without the words that it quotes, unless they are options: a word that has lost its option may be a
    /// key or a token.
    private static func redacted(_ message: String) -> String {
        guard message.lowercased().contains("unexpected argument") else { return message }
        let words = CommandLine.arguments.dropFirst().filter {
            !$0.hasPrefix("-") && message.contains("'\($0)'")
        }
        return words.reduce(message) { text, word in
            text.replacing("'\(word)'", with: "<a word>")
        }
    }

    /// A message of the argument parser as one line with a full stop.
    fileprivate static func sentence(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.hasSuffix(".") ? line : line + "."
    }
}

extension Fairlead {
    /// How the command is used, for an error on its command line.
    fileprivate static func usageString(for error: any Error) -> String {
        let full = fullMessage(for: error)
        return full.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }.joined(separator: "\n")
    }
}

extension OnboardingTemplateError {
    /// A template that is not there is a missing input; a wrong one is a wrong command line.
    fileprivate var failureClass: FailureClass {
        switch problem {
        case .notFound, .unreadable, .baseFile: .missing
        default: .usage
        }
    }
}

extension ManifestError {
    /// A manifest that is not there is a missing input; one that is wrong is a malformed one.
    fileprivate var failureClass: FailureClass {
        switch problem {
        case .notFound, .isDirectory: .missing
        case .unreadable(_, let lacksPermission): lacksPermission ? .permission : .missing
        case .shortage: .unavailable
        case .unknownFormat: .usage
        default: .malformed
        }
    }
}
