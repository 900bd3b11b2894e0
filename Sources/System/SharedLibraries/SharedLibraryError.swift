/// A failure to load a system library that is missing, or not the version that fairlead was built for.
package struct SharedLibraryError: Error, Hashable, Sendable {
    /// The file name of the library, such as `libpq.so.5`.
    let library: String
    /// The Debian package that contains the library.
    let package: String
    /// The message of the dynamic linker.
    let reason: String

    package init(library: String, package: String, reason: String) {
        self.library = library
        self.package = package
        self.reason = reason
    }
}

extension SharedLibraryError {
    /// Indicates whether the process may lack address space, which glibc reports in the message only.
    package var isLackOfMemory: Bool {
        ["failed to map", "cannot map", "annot allocate memory"].contains { reason.contains($0) }
    }
}

extension SharedLibraryError: CustomStringConvertible {
    /// One line for messages.
    package var description: String {
        "the library \(library) cannot be loaded (\(reason)). "
            + (isLackOfMemory
                ? "Raise the limit of memory (ulimit -v)" : "Install or update the package \(package)")
    }
}
