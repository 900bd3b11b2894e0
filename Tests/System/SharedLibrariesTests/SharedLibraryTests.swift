import Glibc
import Testing

@testable import SharedLibraries

/// Libraries that exist, and those that do not; libm exists on every machine.
struct SharedLibraryTests {
    private struct Functions {
        let cosine: @convention(c) (Double) -> Double
    }

    /// Returns a library in which the function `name` is looked up.
    private static func library(_ file: String, function name: StaticString) -> SharedLibrary<Functions> {
        unsafe SharedLibrary(loading: file, of: "a-package") { table, handle in
            let start = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
            guard let function = unsafe dlsym(handle, start) else { return unsafe start }
            let cosine = unsafe unsafeBitCast(function, to: (@convention(c) (Double) -> Double).self)
            unsafe table.initialize(to: Functions(cosine: cosine))
            return nil
        }
    }

    @Test func functionsAreThoseOfTheLibrary() throws {
        let library = Self.library("libm.so.6", function: "cos")
        try library.require()
        #expect(library.functions.cosine(0) == 1)
    }

    @Test func aMissingLibraryIsNamedWithItsPackage() {
        let library = Self.library("libfairlead-absent.so.9", function: "cos")
        let error = #expect(throws: SharedLibraryError.self) { try library.require() }
        #expect(error?.library == "libfairlead-absent.so.9")
        #expect(
            error?.description
                == "the library libfairlead-absent.so.9 cannot be loaded (libfairlead-absent.so.9: cannot open shared "
                + "object file: No such file or directory). Install or update the package a-package"
        )
    }

    @Test func aLibraryWithoutAFunctionIsNotUsed() {
        let library = Self.library("libm.so.6", function: "fairlead_absent")
        let error = #expect(throws: SharedLibraryError.self) { try library.require() }
        #expect(error?.reason == "it has no function fairlead_absent")
    }
}
