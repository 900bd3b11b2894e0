import Bitstreams
import Failures
import Presentations
import SampleEncryption

/// Writes a generated presentation unprotected: media on many threads, then the playlists.
struct ClearTreeWriter {
    let generated: GeneratedPresentation
    /// The bytes of the playlists, by path.
    let playlists: [TreePath: [UInt8]]
    let progress: any ProgressSink
    let cancellation: Cancellation

    /// A part of a file that one thread writes.
    ///
    /// It is as large as a segment, so that all threads have work even if a rendition is one file.
    private struct Part: Sendable {
        static let length: UInt64 = 8 << 20

        let file: TreePath
        let source: any ByteSource
        let range: Range<UInt64>
    }

    /// Writes the tree.
    ///
    /// - Parameters:
    ///   - root: an empty directory.
    ///   - jobs: the number of threads.
    /// - Throws: `RunFailure` if media cannot be generated or written, or an input changed.
    func write(to root: String, jobs: Int) throws(RunFailure) {
        try makeFolders(in: root)
        let parts = parts()
        let writer = self
        progress.begin(
            totalBytes: parts.reduce(0) { $0.addingSaturated($1.range.upperBound - $1.range.lowerBound) }
        )
        defer { progress.end() }
        _ = try WorkerPool(jobs: min(jobs, parts.count)).map(
            count: parts.count,
            makeState: { [UInt8](repeating: 0, count: BufferPool.pieceLength) },
            { (buffer, index) throws(RunFailure) in
                try writer.copy(parts[index], to: root, through: &buffer)
            }
        )
        for (file, source) in generated.media where !source.isUnchanged() {
            throw .mediaFileChanged(file: file)
        }
        for (path, bytes) in playlists {
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                try OutputFile.write(bytes, to: path.path(under: root))
            }
        }
    }

    private func makeFolders(in root: String) throws(RunFailure) {
        let paths = Array(generated.media.keys) + Array(playlists.keys)
        let folders = Set(paths.filter { !$0.folder.isEmpty }.map { TreePath(components: Array($0.folder)) })
        for folder in folders {
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                _ = try Directory.make(folder.path(under: root))
            }
        }
    }

    /// Returns all files in parts, by name and offset, so that inputs are read from start to end.
    private func parts() -> [Part] {
        generated.media.sorted { $0.key < $1.key }.flatMap { file, source in
            stride(from: 0, to: max(source.size, 1), by: Int(Part.length)).map { start in
                Part(
                    file: file,
                    source: source,
                    range: start..<min(source.size, start + Part.length)
                )
            }
        }
    }

    private func copy(
        _ part: Part,
        to root: String,
        through buffer: inout [UInt8]
    ) throws(RunFailure) {
        let file = try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try OutputFile(path: part.file.path(under: root))
        }
        let reader = try read(part) { () throws(ByteSourceError) in try part.source.makeReader() }
        var offset = part.range.lowerBound
        while offset < part.range.upperBound {
            try cancellation.check()
            let requestedCount = Int(min(UInt64(buffer.count), part.range.upperBound - offset))
            let count = try read(part) { () throws(ByteSourceError) in
                try reader.read(into: &buffer, 0..<requestedCount, at: offset)
            }
            guard count == requestedCount else { throw .mediaFileChanged(file: part.file) }
            try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
                try file.write(buffer, count: count, at: offset)
            }
            offset += UInt64(count)
            progress.advance(by: UInt64(count))
        }
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in try file.close() }
    }

    /// Reads from a part's source; reports a changed input as such, and not as malformed.
    private func read<Result>(
        _ part: Part,
        _ body: () throws(ByteSourceError) -> Result
    ) throws(RunFailure) -> Result {
        do throws(ByteSourceError) {
            return try body()
        } catch {
            guard part.source.isUnchanged() else { throw .mediaFileChanged(file: part.file) }
            throw RunFailure(error)
        }
    }
}
