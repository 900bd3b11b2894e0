import Glibc

extension PrivateFile {
    /// Makes a file of mode 0600 from the pieces that `body` gives its parameter, whole and durable; never over an existing
    /// one.
    ///
    /// - Throws: what `body` throws, and then there is no file; `.alreadyExists`, before `body` is called where that shows.
    package static func create(
        at path: String,
        _ body: ((Span<UInt8>) throws(KeyStoreError) -> Void) throws -> Void
    ) throws {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw KeyStoreError.alreadyExists(path: path) }
        let file = try NewPrivateFile(path: path)
        try body { (piece) throws(KeyStoreError) in try file.write(piece) }
        try file.publish()
    }
}
