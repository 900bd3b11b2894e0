import ArgumentParser
package import CPIXDocuments
import Ciphers
package import Failures
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

/// A failure of a command, with the class and the message that the user sees.
package struct CommandFailure: Error {
    /// The class, which determines the exit status.
    package let failureClass: FailureClass
    /// The message: location, problem, expectation and remedy.
    package let message: String
    /// Indicates whether the path of a report may be wrong, so that no report of the failure is written.
    let preventsFailureReport: Bool

    /// Creates a failure; a message that is too long is shortened.
    package init(_ failureClass: FailureClass, _ message: String, concernsReportPath: Bool = false) {
        self.failureClass = failureClass
        self.message = message.truncatedForMessage
        self.preventsFailureReport = concernsReportPath
    }

    /// Converts any error of a library.
    package init(_ error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let error as RunFailure: self.init(error.failureClass, error.description)
        case let error as CPIXError:
            self = Self.missingLibrary(of: error) ?? CommandFailure(.malformed, "CPIX document: \(error)")
        case let error as CertificateError: self.init(.malformed, "certificate: \(error)")
        case let error as ValidationError:
            self.init(.usage, "command line: \(error.message.asSentence)")
        case let error as TemplateVariableError: self.init(RunFailure.templateVariable(error))
        case let error as TemplateError: self.init(RunFailure.template(error))
        case let error as OnboardingTemplateError: self.init(error.failureClass, "\(error)")
        default: self.init(.fault, "a bug in fairlead: \(error). Report it.")
        }
    }

    /// Returns the failure to load libxml2, which is not an error of the document, or nil for other errors.
    package static func missingLibrary(of error: CPIXError) -> CommandFailure? {
        error.missingLibrary.map { CommandFailure(RunFailure.missingLibrary($0).failureClass, "\($0).") }
    }
}

extension OnboardingTemplateError {
    /// The class of the failure: `missing` if a template cannot be read, `usage` if it is invalid.
    fileprivate var failureClass: FailureClass {
        switch problem {
        case .notFound, .unreadable, .baseFile: .missing
        default: .usage
        }
    }
}
