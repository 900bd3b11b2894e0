/// A message of the form `WHAT (got GOT, expected EXPECTED). FIX`, with a period at the end.
struct ProblemMessage {
    let text: String

    init(_ what: String, got: String, expected: String, fix: String) {
        text = "\(what) (got \(got), expected \(expected)). \(fix)."
    }
}
