import Glibc

/// A call to the operating system that failed.
package struct SystemCallError: Error, Hashable, Sendable {
    /// The name of the call, as in its manual page.
    package let call: String
    /// The file that it was about.
    package let path: String
    /// The number that says why, `errno`.
    package let code: CInt

    /// The failure of `call` on `path`, with the current `errno` unless another code is given.
    package init(_ call: String, path: String, code: CInt = errno) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// What the system says about the code.
    package var reason: String {
        isOfNoFile ? "it is no regular file" : unsafe String(cString: strerror(code))
    }

    /// Whether a named pipe, a device or a socket stands where a file is to be read, for which `InputFile` has this code.
    var isOfNoFile: Bool { call == "open" && code == EINVAL }
}
