package import Failures
import Glibc

/// A failed call to the operating system.
package struct SystemCallError: Error, Hashable, Sendable {
    /// The name of the call, as in its manual page.
    package let call: String
    /// The file that the call was about.
    package let path: String
    /// The error number (`errno`).
    package let code: CInt

    /// Creates the error of `call` on `path`, with the current `errno` unless `code` is given.
    package init(_ call: String, path: String, code: CInt = errno) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// The message for the error number.
    package var reason: String {
        isNotRegularFile ? "it is not a regular file" : unsafe String(cString: strerror(code))
    }

    /// Indicates whether `InputFile` found a named pipe, device or socket, which it reports as EINVAL.
    var isNotRegularFile: Bool { call == "open" && code == EINVAL }

    /// Throws if the cause is an exhausted resource and not the file.
    ///
    /// Used by runs that otherwise continue after a file that cannot be read.
    package func throwIfShortage() throws(RunFailure) {
        if ResourceShortage(code: code) != nil { throw .input(self) }
    }
}
