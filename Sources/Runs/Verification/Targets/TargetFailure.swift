import Inspection

/// Why the clear bytes of a target cannot be had.
struct TargetFailure: Error {
    let rule: Finding.Rule
    let message: String
    let offset: UInt64?

    init(_ rule: Finding.Rule, _ message: String, offset: UInt64? = nil) {
        self.rule = rule
        self.message = message
        self.offset = offset
    }
}
