import ArgumentParser
import Ciphers
package import Failures
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

extension RunFailure {
    /// Creates the failure for an error that reaches the user.
    ///
    /// The errors of parsers are worded here if nothing below does it. All others are failures already, or
    /// bugs (`init(unexpected:)`).
    package init(describing error: any Error) {
        self =
            switch error {
            case let error as CertificateError: .certificate(error, at: "certificate")
            case let error as ValidationError:
                RunFailure(.usage, at: "command line", error.message.asSentence.withoutFullStop)
            case let error as TemplateVariableError: .templateVariable(error)
            case let error as TemplateError: .template(error)
            case let error as OnboardingTemplateError:
                RunFailure(error.failureClass, at: error.location, error.problem.description.withoutFullStop)
            default: RunFailure(unexpected: error)
            }
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
