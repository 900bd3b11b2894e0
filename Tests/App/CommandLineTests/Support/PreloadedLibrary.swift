import Foundation
import Testing

/// Libraries whose functions replace those of the system (ld.so(8), LD_PRELOAD).
enum PreloadedLibrary {
    /// Compiles a library.
    ///
    /// - Parameters:
    ///   - source: the C source.
    ///   - path: the library to write.
    /// - Throws: if the source does not compile.
    static func compile(_ source: String, to path: String) throws {
        // Swift comes with clang, which it links with.
        let compiled = try ChildProcess(
            "/usr/bin/env",
            ["clang", "-w", "-shared", "-fPIC", "-x", "c", "-", "-o", path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            input: Data(source.utf8)
        ).wait()
        try #require(compiled.status == 0, "\(compiled.errors)")
    }
}
