package import Presentations
package import Protection

extension PresentationError {
    /// The error of protection; nil of others.
    package var protectionError: ProtectionError? {
        if case .run(let refusal) = self { refusal.error as? ProtectionError } else { nil }
    }
}
