import Batch
import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import Presentations

/// The file of `--metrics`, which is replaced as a whole, so that a collector never reads a part of it.
struct MetricsFile {
    private let path: String

    /// Creates the file; of a symbolic link, the file that it leads to.
    init(_ path: String) {
        self.path = Directory.realPath(of: path) ?? path
    }

    /// Replaces the file.
    ///
    /// - Throws: `RunFailure` if it cannot be written; the old one then stays.
    func write(_ metrics: PrometheusText) throws(RunFailure) {
        // A collector reads files that end in ".prom".
        var temporaryPath = Array("\(path).temporary-XXXXXX".utf8CString)
        let descriptor = unsafe temporaryPath.withUnsafeMutableBufferPointer { path in
            unsafe path.baseAddress.map { unsafe mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw failure(errno) }
        var code: CInt? = FileDescriptorWriter.write(Array(metrics.text.utf8).span, to: descriptor)
        // The collector is another user.
        if fchmod(descriptor, 0o644) != 0 { code = code ?? errno }
        // Some file systems report a lack of space only on close.
        if close(descriptor) != 0, errno != EINTR { code = code ?? errno }
        if code == nil, unsafe rename(temporaryPath, path) != 0 { code = errno }
        guard let code else { return }
        _ = unsafe unlink(temporaryPath)
        throw failure(code)
    }

    private func failure(_ code: CInt) -> RunFailure {
        .system(
            code,
            .writeFailed,
            at: path,
            "the metrics cannot be written",
            found: unsafe String(cString: strerror(code)),
            remedy: "Name another file."
        )
    }

    /// Returns the labels of all metrics.
    static func labels(manifest: String, _ shard: ShardSelection?) -> [(name: String, value: String)] {
        [("manifest", manifest)] + (shard.map { [("shard", "\($0.index)/\($0.count)")] } ?? [])
    }

    /// Returns the folders that results and a key store in SQLite are in.
    ///
    /// - Parameters:
    ///   - output: `--output`, of which the part before the first variable counts; nil if there is none.
    ///   - keyStore: the options of the key store.
    /// - Returns: their absolute paths.
    /// - Throws: `RunFailure` if the options of the key store are wrong.
    static func folders(output: String?, _ keyStore: KeyStoreOptions) throws -> [String] {
        let result = output.map { String($0.prefix { $0 != "{" }) + "x" }
        return [result, try keyStore.storePath()].compactMap(\.self).compactMap { path in
            Directory.parent(of: OutputLocation.prospectivePath(of: path))
        }
    }

    /// Returns the free room of the file systems that folders are on, or will be, each once.
    static func freeBytes(of folders: [String]) -> [(String, Double)] {
        var found: [(String, Double)] = []
        var fileSystems: Set<UInt> = []
        for folder in folders {
            var existing = folder
            while Directory.status(of: existing) == nil, let parent = Directory.parent(of: existing),
                parent != existing
            { existing = parent }
            var status = statvfs()
            guard unsafe statvfs(existing, &status) == 0, fileSystems.insert(status.f_fsid).inserted else {
                continue
            }
            found.append((folder, Double(status.f_bavail) * Double(status.f_frsize)))
        }
        return found
    }
}
