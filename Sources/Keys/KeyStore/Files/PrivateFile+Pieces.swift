import Glibc

extension PrivateFile {
    /// Creates a file of mode 0600, whole and durable, from the pieces that `body` passes to its parameter;
    /// never replaces an existing file.
    ///
    /// - Throws: the errors of `body`, and then there is no file; `.alreadyExists`, before `body` is called
    ///   if possible.
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
