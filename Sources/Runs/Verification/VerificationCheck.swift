import Bitstreams
import Failures
import Inspection

/// A check of `verify`: one rule, a file in `Checks` and a line in `VerificationChecks`.
///
/// Checks differ only in their subject. It says when they run: what was read of a single item is not kept,
/// since memory does not grow with a title, so the checks of items run as soon as one was read, on all
/// threads; those of the presentation run at the end.
///
/// A check of consecutive segments needs a state, and is a `RenditionCheck`.
protocol VerificationCheck<Subject, Failure>: SendableMetatype {
    /// The type of what is checked.
    associatedtype Subject
    /// The error if the check cannot be made.
    associatedtype Failure: Error
    /// Returns the errors and warnings about a subject.
    static func findings(on subject: Subject) throws(Failure) -> [Finding]
}

/// A check of an fMP4 initialization section; throws for boxes that cannot be read.
protocol SectionCheck: VerificationCheck<SectionContents, ParseError> {}

/// A check of an item that was read as bytes: clear, or decrypted as a whole.
protocol ClearBytesCheck: VerificationCheck<ClearBytes, Never> {}

/// A check of an item that was read sample by sample.
protocol SampleItemCheck: VerificationCheck<InvariantResult, Never> {}

/// A check of a presentation whose media were all read; throws if the key store or a file cannot be read.
protocol PresentationCheck: VerificationCheck<VerifiedPresentation, RunFailure> {}

extension Array {
    /// Returns the findings of all checks, in their order.
    func findings<Subject, Failure>(on subject: Subject) throws(Failure) -> [Finding]
    where Element == any VerificationCheck<Subject, Failure>.Type {
        var findings: [Finding] = []
        for check in self { findings += try check.findings(on: subject) }
        return findings
    }
}
