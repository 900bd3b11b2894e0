import Foundation
import Testing

/// Libraries whose calls take the place of those of the system (ld.so(8), LD_PRELOAD).
enum PreloadedLibrary {
    /// Makes one.
    ///
    /// - Parameters:
    ///   - source: C.
    ///   - path: where it goes.
    /// - Throws: where it does not compile.
    static func compile(_ source: String, to path: String) throws {
        // Swift brings clang, as it links by it.
        let compiled = try ChildProcess(
            "/usr/bin/env",
            ["clang", "-w", "-shared", "-fPIC", "-x", "c", "-", "-o", path],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            input: Data(source.utf8)
        ).wait()
        try #require(compiled.status == 0, "\(compiled.errors)")
    }
}
