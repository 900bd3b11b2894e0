import Inspection

/// The reason why the clear bytes of a verification item cannot be read.
struct VerificationFailure: Error {
    let rule: Finding.Rule
    let message: String
    let offset: UInt64?

    init(_ rule: Finding.Rule, _ message: String, offset: UInt64? = nil) {
        self.rule = rule
        self.message = message
        self.offset = offset
    }
}
