import ArgumentParser
package import CPIXDocuments
import Ciphers
import KeyStore
import KeyURITemplates
package import Presentations
import ProviderTemplates

/// A failure of a command, in the words and the class that the user gets.
package struct CommandFailure: Error {
    /// The class, which says the exit status.
    package let failureClass: FailureClass
    /// The message: where, what, what was expected, what to do.
    package let message: String
    /// Whether the place of the report is what is wrong: then no report of the failure goes there.
    let isOfReport: Bool

    /// A failure with a message of its own; one that is too long is cut.
    package init(_ failureClass: FailureClass, _ message: String, isOfReport: Bool = false) {
        self.failureClass = failureClass
        self.message = message.cutToMessage
        self.isOfReport = isOfReport
    }

    /// Any error of a library as a failure of the command.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as PresentationError: self.init(error.failureClass, error.description)
        case let error as KeyStoreError: self.init(error.failureClass, "key store: \(error)")
        case let error as CPIXError:
            self = Self.missingLibrary(of: error) ?? CommandFailure(.malformed, "CPIX document: \(error)")
        case let error as CertificateError: self.init(.malformed, "certificate: \(error)")
        case let error as ValidationError:
            self.init(.usage, "command line: \(error.message.asSentence)")
        case let error as TemplateVariableError: self.init(.usage, "template variable: \(error)")
        case let error as KeyURITemplateError:
            let text = error.description { TemplateVariableOption.advice(for: $0) }
            self.init(.usage, "--key-uri: \(text)")
        case let error as OnboardingTemplateError: self.init(error.failureClass, "\(error)")
        case let error as any RunError: self.init(error.failureClass, "\(error)")
        default: self.init(.fault, "a bug in fairlead: \(error). Please report it.")
        }
    }

    /// The failure to load libxml2: nothing is wrong with the document then.
    package static func missingLibrary(of error: CPIXError) -> CommandFailure? {
        error.missingLibrary.map { CommandFailure(KeyStoreError.missingLibrary($0).failureClass, "\($0).") }
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
