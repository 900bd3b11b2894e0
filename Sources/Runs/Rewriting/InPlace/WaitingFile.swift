import Glibc
import HLSPlaylists
import Presentations

/// The new version of a file, complete and on the disk beside the old one, until it is renamed over it; empty for a file that
/// stays as it is.
///
/// Its name follows from that of the file, and it is locked, so that no other run replaces the file meanwhile; the next run takes
/// over what a killed one left.
final class WaitingFile {
    /// Locks a descriptor without waiting; 0, or the number that says why not.
    typealias Lock = @Sendable (CInt) -> CInt

    /// The lock of the system.
    static let lock: Lock = { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : errno }

    /// The file in the tree.
    let path: TreePath
    /// Whether the file gets other bytes than it has.
    let isNew: Bool
    /// The folder of the file, without symbolic links.
    let folder: String
    private let old: [UInt8]
    /// The file that is replaced, without symbolic links.
    private let destination: String
    private let temporary: String
    /// Below 0 where a file that stays as it is cannot be locked: in a folder where this run may not write.
    private let descriptor: CInt
    /// Whether the file took the place of the old one, or is gone: the name may be another run's by now.
    private var isDone = false

    /// Locks the file, and writes the new bytes if they are others.
    ///
    /// - Parameters:
    ///   - replacement: the bytes.
    ///   - destination: the file that will be replaced, without symbolic links.
    ///   - lock: locks a descriptor.
    /// - Throws: `PresentationError` when the file cannot be written or locked, or another run writes it.
    init(
        of replacement: InPlacePublisher.Replacement,
        at destination: String,
        lock: Lock = WaitingFile.lock
    ) throws(PresentationError) {
        path = replacement.path
        isNew = replacement.old != replacement.new
        old = replacement.old
        self.destination = destination
        folder = Directory.parent(of: destination) ?? "/"
        let name = Directory.lastComponent(of: destination)
        temporary = folder + (folder == "/" ? "" : "/") + ".\(name).fairlead-new"
        do throws(PresentationError) {
            descriptor = try Self.open(temporary, besides: destination, lock)
        } catch {
            guard !isNew, error.isOfUnwritableFolder else { throw error }
            descriptor = -1
        }
        guard isNew else { return }
        do {
            try Self.fill(descriptor, temporary, with: replacement.new, like: destination)
        } catch {
            remove()
            throw .stage(error)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Refuses a file that is another one than was read.
    func checkIsAsRead() throws(PresentationError) {
        let current = try inputCalls { () throws(SystemCallError) in
            try InputFile.contents(of: destination, limit: UInt64(PlaylistDocument.maximumSize))
        }
        guard current == old else { throw .rewrite(.changed(path)) }
    }

    /// Puts the new bytes in the place of the old ones.
    func replace() throws(PresentationError) {
        try checkIsAsRead()
        guard unsafe rename(temporary, destination) == 0 else {
            // The folder is another one by now: somebody replaced the tree.
            if errno == ENOENT { throw .rewrite(.changed(path)) }
            throw .outputSystem(SystemCallError("rename", path: destination))
        }
        isDone = true
        try stageCalls { () throws(SystemCallError) in try Directory.synchronize(folder) }
    }

    /// Removes the new bytes.
    func remove() {
        guard !isDone, descriptor >= 0 else { return }
        _ = unsafe unlink(temporary)
        isDone = true
    }

    private static func open(
        _ temporary: String,
        besides destination: String,
        _ lock: Lock
    ) throws(PresentationError) -> CInt {
        // Another run may rename or remove the file between our open and our lock.
        for _ in 0..<16 {
            let descriptor = unsafe Glibc.open(temporary, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw .outputSystem(SystemCallError("open", path: temporary)) }
            let code = lock(descriptor)
            var opened = stat()
            let isOpened = unsafe fstat(descriptor, &opened) == 0
            guard code == 0 else {
                close(descriptor)
                if code == EWOULDBLOCK { throw .rewrite(.busy(path: destination)) }
                // Not what another run has written: that one's lock came before its bytes.
                if isOpened, opened.st_size == 0 { _ = unsafe unlink(temporary) }
                throw .rewrite(.noLocks(SystemCallError("flock", path: destination, code: code)))
            }
            if isOpened, Directory.linkStatus(of: temporary)?.inode == UInt64(opened.st_ino) {
                return descriptor
            }
            close(descriptor)
        }
        throw .rewrite(.busy(path: destination))
    }

    private static func fill(
        _ descriptor: CInt,
        _ temporary: String,
        with bytes: [UInt8],
        like destination: String
    ) throws(SystemCallError) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemCallError("ftruncate", path: temporary) }
        try OutputFile.write(bytes, to: temporary)
        var status = stat()
        guard unsafe stat(destination, &status) == 0 else { throw SystemCallError("stat", path: destination) }
        // Only the superuser may give a file away; the group may be one that we are not in.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
            throw SystemCallError("fchmod", path: temporary)
        }
        guard fsync(descriptor) == 0 else { throw SystemCallError("fsync", path: temporary) }
    }
}

extension PresentationError {
    /// Whether a file could not be made, or not be locked, because this is no place to write to.
    fileprivate var isOfUnwritableFolder: Bool {
        if case .outputSystem(let failure) = self {
            return [EACCES, EPERM, EROFS, ENAMETOOLONG].contains(failure.code)
        }
        return if case .noLocks? = rewriteError { true } else { false }
    }
}
