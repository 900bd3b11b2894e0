package import Presentations
package import Protection

extension PresentationError {
    /// The error of `protect`, or nil if this is another error.
    package var protectionError: ProtectionError? {
        if case .run(let refusal) = self { refusal.error as? ProtectionError } else { nil }
    }
}
