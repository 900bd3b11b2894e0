/// A message of the form `WHAT (got GOT, expected EXPECTED). FIX`, with a period at the end; GOT may be absent.
struct ProblemMessage {
    let text: String

    init(_ what: String, got: String?, expected: String, fix: String) {
        let found = got.map { "got \($0), " } ?? ""
        text = "\(what) (\(found)expected \(expected)). \(fix)."
    }
}
