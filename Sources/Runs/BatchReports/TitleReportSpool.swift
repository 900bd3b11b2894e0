package import Failures
import FoundationEssentials
import Glibc
import Synchronization

/// Reports of titles, kept as JSON until they are written: in memory, and as soon as they take more than 8 MiB, in a
/// temporary file without a name, if there can be one.
///
/// A report takes 16 bytes of memory beside that. Reports may be added by several threads, in any order.
package final class TitleReportSpool: Sendable {
    /// The maximum size of the reports in memory, in bytes.
    private static let memoryLimit = 8 << 20

    private struct Position {
        let index: UInt32
        let byteCount: UInt32
        let offset: Int
    }

    private struct State {
        var positions: [Position] = []
        /// The reports that are not in the file; they follow those in it.
        var pending: [UInt8] = []
        var file = SpoolFile()
        /// True after the file could not be created or written.
        var isFileFull = false
        var failure: RunFailure?
    }

    private let memoryLimit: Int
    private let state = Mutex(State())

    /// Creates a spool without reports.
    package convenience init() {
        self.init(memoryLimit: Self.memoryLimit)
    }

    init(memoryLimit: Int) {
        self.memoryLimit = memoryLimit
    }

    deinit {
        state.withLock { $0.file.close() }
    }

    /// Adds a report.
    package func add(_ report: TitleReport) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(RunFailure) {
                let json = try Self.json(of: report)
                state.positions.append(
                    Position(
                        index: UInt32(clamping: report.index),
                        byteCount: UInt32(clamping: json.count),
                        offset: state.file.byteCount + state.pending.count
                    )
                )
                state.pending += json
                guard state.pending.count > memoryLimit, !state.isFileFull else { return }
            } catch {
                state.failure = error
                return
            }
            do throws(RunFailure) {
                try state.file.append(state.pending)
                state.pending.removeAll(keepingCapacity: true)
            } catch {
                // Memory is the better place for reports than none.
                state.isFileFull = true
            }
        }
    }

    /// Throws `RunFailure` if a report could not be kept or read.
    package func requireWhole() throws(RunFailure) {
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// The reports in manifest order, each of which is read when it is asked for.
    ///
    /// Reports must not be added while the collection is in use.
    package var reports: SpooledReports {
        let count = state.withLock { state in
            state.positions.sort { $0.index < $1.index }
            return state.positions.count
        }
        return SpooledReports(spool: self, endIndex: count)
    }

    /// The positions in the manifest of the titles with a report, in order.
    package var indices: [Int] { state.withLock { $0.positions.map { Int($0.index) } }.sorted() }

    /// Returns the report at a position among all of them; one that cannot be read says so.
    fileprivate func report(at position: Int) -> TitleReport {
        state.withLock { state in
            let entry = state.positions[position]
            do throws(RunFailure) {
                let (start, count) = (entry.offset - state.file.byteCount, Int(entry.byteCount))
                let json =
                    start < 0
                    ? try state.file.bytes(count, at: entry.offset)
                    : Array(state.pending[start..<start + count])
                return try Self.report(in: json)
            } catch {
                state.failure = state.failure ?? error
                return Self.lostReport(at: Int(entry.index), error)
            }
        }
    }

    private static func json(of report: TitleReport) throws(RunFailure) -> Data {
        try mapErrors(to: { .fault($0, doing: "keeping a report") }) { () throws(any Error) in
            try JSONEncoder().encode(report)
        }
    }

    private static func report(in json: [UInt8]) throws(RunFailure) -> TitleReport {
        try mapErrors(to: { .fault($0, doing: "reading a kept report") }) { () throws(any Error) in
            try JSONDecoder().decode(TitleReport.self, from: Data(json))
        }
    }

    private static func lostReport(at index: Int, _ failure: RunFailure) -> TitleReport {
        let input = TitleReport.Input(paths: [], files: 0, bytes: 0)
        var report = TitleReport(index: index, line: 0, contentID: "", state: .failed, input: input)
        report.status = failure.failureClass.exitStatus
        report.error = failure.message
        return report
    }
}

/// Reports of titles in manifest order, which are read when they are asked for.
package struct SpooledReports: RandomAccessCollection {
    private let spool: TitleReportSpool
    /// Always 0.
    package let startIndex = 0
    /// The number of reports.
    package let endIndex: Int

    fileprivate init(spool: TitleReportSpool, endIndex: Int) {
        (self.spool, self.endIndex) = (spool, endIndex)
    }

    /// Reads the report at a position.
    package subscript(position: Int) -> TitleReport { spool.report(at: position) }
}

/// A temporary file without a name, which is created with the first bytes.
private struct SpoolFile {
    private(set) var byteCount = 0
    private var descriptor: CInt?

    /// Appends bytes; throws `RunFailure` if the file cannot be created or written.
    mutating func append(_ bytes: [UInt8]) throws(RunFailure) {
        if descriptor == nil { descriptor = try Self.create() }
        guard let descriptor else { return }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe pwrite(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + written },
                    buffer.count - written,
                    off_t(byteCount + written)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(count < 0 ? errno : ENOSPC) }
            written += count
        }
        byteCount += bytes.count
    }

    /// Reads bytes; throws `RunFailure` if that fails.
    func bytes(_ count: Int, at offset: Int) throws(RunFailure) -> [UInt8] {
        guard let descriptor else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor,
                    buffer.baseAddress.map { unsafe $0 + filled },
                    buffer.count - filled,
                    off_t(offset + filled)
                )
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw Self.failure(result < 0 ? errno : EIO) }
            filled += result
        }
        return bytes
    }

    mutating func close() {
        if let descriptor { Glibc.close(descriptor) }
        descriptor = nil
    }

    private static var folder: String {
        unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    }

    private static func create() throws(RunFailure) -> CInt {
        var path = Array((folder + "/fairlead-reports-XXXXXX").utf8CString)
        let descriptor = unsafe path.withUnsafeMutableBufferPointer { path in
            guard let name = path.baseAddress else { return CInt(-1) }
            let descriptor = unsafe mkstemp(name)
            guard descriptor >= 0 else { return descriptor }
            _ = unsafe unlink(name)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        guard descriptor >= 0 else { throw failure(errno) }
        return descriptor
    }

    private static func failure(_ code: CInt) -> RunFailure {
        .system(
            code,
            .writeFailed,
            at: folder,
            "the reports of titles cannot be kept in a temporary file",
            found: unsafe String(cString: strerror(code)),
            remedy: "Name another folder in TMPDIR."
        )
    }
}
