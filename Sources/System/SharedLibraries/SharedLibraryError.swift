/// A library of the system that is needed now and is not there, or is not the one that fairlead was built for.
package struct SharedLibraryError: Error, Hashable, Sendable {
    /// Its name, such as `libpq.so.5`.
    package let library: String
    /// The package of Debian that holds it.
    package let package: String
    /// What the dynamic linker says.
    package let reason: String

    package init(library: String, package: String, reason: String) {
        self.library = library
        self.package = package
        self.reason = reason
    }
}

extension SharedLibraryError {
    /// Whether it may be there, and the process may not have the addresses for it: glibc has no other sign of that.
    package var isLackOfMemory: Bool {
        ["failed to map", "cannot map", "annot allocate memory"].contains { reason.contains($0) }
    }
}

extension SharedLibraryError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        "the library \(library) cannot be loaded (\(reason)). "
            + (isLackOfMemory ? "Raise the limit of memory (ulimit -v)" : "Install the package \(package)")
    }
}
