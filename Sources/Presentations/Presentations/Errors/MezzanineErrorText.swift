import Mezzanines

/// Messages for inputs of `package` that cannot be packaged.
///
/// The form is `WHERE: WHAT (GOT, EXPECTED). FIX.`
enum MezzanineErrorText {
    static func description(of error: MezzanineError) -> String {
        switch error {
        case .bytes(_, let failure): PresentationError(failure).description
        case .malformed(let path, let error):
            "\(path): \(error). Export the file again; it may be damaged or incomplete."
        case .encrypted(let path, let what):
            "\(path): the input is encrypted already (got \(what), expected clear media). Give the clear file."
        case .unsupported(let path, let what, let advice):
            "\(path): the input cannot be packaged: \(what). \(advice)\(advice.hasSuffix(".") ? "" : ".")"
        }
    }
}
