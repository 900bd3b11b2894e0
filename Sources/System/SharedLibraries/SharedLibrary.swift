import Glibc

/// A library of the system that is loaded when it is first needed, and the table of its functions.
///
/// libpq, libxml2 and libcurl need some thirty others. Linked, they would take more time at each start than
/// all else, of which most runs need none. The table is a structure of C whose members have the types that the library's header gives
/// its functions; the shim of the header fills it. A library stays loaded until the process ends.
@safe
package struct SharedLibrary<Functions>: @unchecked Sendable {
    private let table: Result<UnsafePointer<Functions>, SharedLibraryError>

    /// Loads a library, for a constant that is made when it is first looked at.
    ///
    /// - Parameters:
    ///   - name: its file, with the version of its interface.
    ///   - package: the package of Debian that holds it.
    ///   - find: fills the table from the handle of `dlopen`; it gives the name of a function that is missing, or nil.
    package init(
        loading name: String,
        of package: String,
        _ find: (UnsafeMutablePointer<Functions>, UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
    ) {
        func failure(_ reason: String) -> SharedLibraryError {
            SharedLibraryError(library: name, package: package, reason: reason)
        }
        guard let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else {
            let reason = unsafe dlerror().map { unsafe String(cString: $0) }
            unsafe table = .failure(failure(reason ?? "no reason given"))
            return
        }
        let functions = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
        if let missing = unsafe find(functions, handle) {
            unsafe functions.deallocate()
            unsafe table = .failure(failure("it has no function \(String(cString: missing))"))
            return
        }
        unsafe table = .success(UnsafePointer(functions))
    }

    /// Fails if the library cannot be loaded.
    package func require() throws(SharedLibraryError) {
        _ = unsafe try table.get()
    }

    /// The functions, after ``require()``.
    package var functions: Functions {
        guard case .success(let functions) = unsafe table else {
            preconditionFailure("a library is used that was not loaded")
        }
        return unsafe functions.pointee
    }
}
