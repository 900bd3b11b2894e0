/// A message of the form `WHAT (GOT, EXPECTED). FIX`, with a full stop.
struct ProblemWording {
    let text: String

    init(_ what: String, got: String, expected: String, fix: String) {
        text = "\(what) (got \(got), expected \(expected)). \(fix)."
    }
}
