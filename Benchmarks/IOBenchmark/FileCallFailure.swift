import Glibc

/// A failed system call, with its `errno`.
struct FileCallFailure: Error, CustomStringConvertible {
    let call: String
    let code: CInt

    init(_ call: String, code: CInt = errno) {
        self.call = call
        self.code = code
    }

    /// Indicates whether the file system does not support the call.
    var isLackOfSupport: Bool { [EOPNOTSUPP, EINVAL, EXDEV, ENOSYS].contains(code) }

    var description: String { unsafe "\(call): \(String(cString: strerror(code)))" }

    /// Repeats a call until no signal interrupts it.
    ///
    /// - Returns: the result of the call, which is not negative.
    @discardableResult
    static func check<Result: SignedInteger>(_ call: String, _ body: () -> Result) throws(FileCallFailure)
        -> Result
    {
        while true {
            let result = body()
            if result >= 0 { return result }
            guard errno == EINTR else { throw FileCallFailure(call) }
        }
    }
}
