import ArgumentParser
import Ciphers
package import Failures
import KeyStore
import KeyURITemplates
import Presentations
import ProviderTemplates

extension RunFailure {
    /// Creates the failure that the user sees for any error of a run.
    package init(describing error: any Error) {
        self =
            switch error {
            case let error as CertificateError: RunFailure(.malformed, at: "certificate", error.description)
            case let error as ValidationError:
                RunFailure(.usage, at: "command line", error.message.asSentence.withoutFullStop)
            case let error as TemplateVariableError: .templateVariable(error)
            case let error as TemplateError: .template(error)
            case let error as OnboardingTemplateError:
                RunFailure(error.failureClass, at: error.location, error.problem.description.withoutFullStop)
            default: RunFailure(unexpected: error)
            }
    }

    /// Returns the failure of an option whose value is refused (`usage`).
    package func asUsage(of option: String, remedy: String? = nil) -> RunFailure {
        RunFailure(.usage, at: option, problem, found: found, expected: expected, remedy: remedy)
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
