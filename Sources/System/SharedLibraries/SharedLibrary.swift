import Glibc

/// A system library that is loaded when it is first needed, with a table of its functions.
///
/// libpq, libxml2 and libcurl depend on some thirty other libraries. Linking them would take more time at
/// each start than all else, and most runs need none of them. The table is a C structure whose members have
/// the types of the functions in the library's header; the shim of that header fills it. A library stays
/// loaded until the process ends.
@safe
package struct SharedLibrary<Functions>: @unchecked Sendable {
    private let table: Result<UnsafePointer<Functions>, SharedLibraryError>

    /// Loads a library; meant for lazily initialized constants.
    ///
    /// - Parameters:
    ///   - name: the file name with the version of the interface, such as `libpq.so.5`.
    ///   - package: the Debian package that contains the library.
    ///   - find: fills the table from the handle of `dlopen`; returns the name of a missing function, or nil.
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
        if let missingFunction = unsafe find(functions, handle) {
            unsafe functions.deallocate()
            unsafe table = .failure(failure("it has no function \(String(cString: missingFunction))"))
            return
        }
        unsafe table = .success(UnsafePointer(functions))
    }

    /// Throws if the library cannot be loaded.
    package func require() throws(SharedLibraryError) {
        _ = unsafe try table.get()
    }

    /// The functions of the library; ``require()`` has to be called first.
    package var functions: Functions {
        guard case .success(let functions) = unsafe table else {
            preconditionFailure("a library is used that was not loaded")
        }
        return unsafe functions.pointee
    }
}
