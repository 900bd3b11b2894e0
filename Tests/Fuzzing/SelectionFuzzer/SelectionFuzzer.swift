import Rewriting

/// Fuzzes the expressions of `rewrite --keep` and `--drop`, and the lists of `--drop-tags`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSelection(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: input, as: UTF8.self)
    checkExpression(text)
    checkList(text)
    return 0
}

private func expression(
    _ text: String,
    _ purpose: SelectionExpression.Purpose
) -> Result<SelectionExpression, SelectionExpressionError> {
    Result { () throws(SelectionExpressionError) in try SelectionExpression(parsing: text, for: purpose) }
}

private func checkExpression(_ text: String) {
    switch (expression(text, .keep), expression(text, .drop)) {
    case (.success(let keep), .success(let drop)):
        precondition(keep == drop && keep.text == text)
        checkRepeated(text)
    case (.failure(.onlyType), .success): checkRepeated(text)
    case (.failure(let keep), .failure(let drop)):
        precondition(keep == drop && !keep.description.isEmpty)
        checkRefused(text)
    case (.success, .failure): preconditionFailure("kept and not dropped")
    case (.failure(let error), .success): preconditionFailure("\(error) for --keep alone")
    }
}

/// Checks that an expression repeated in a list, with blanks around it, is accepted, too.
private func checkRepeated(_ text: String) {
    guard case .success = expression(" \(text)\t,  \(text) ", .drop) else {
        preconditionFailure("refused when it is said twice")
    }
}

/// Checks that blanks do not make a refused text an expression.
private func checkRefused(_ text: String) {
    guard case .failure = expression(" \(text) ", .drop) else {
        preconditionFailure("accepted with blanks")
    }
}

/// Checks that a list with its names repeated is the same list, and that an empty name is refused.
private func checkList(_ text: String) {
    guard let list = try? TagRemoval(parsing: text) else { return }
    precondition(list != .none)
    precondition((try? TagRemoval(parsing: "\(text), \(text)")) == list)
    precondition((try? TagRemoval(parsing: "\(text),")) == nil)
}
