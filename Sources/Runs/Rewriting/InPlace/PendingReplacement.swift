import Failures
import Glibc
import HLSPlaylists
import Presentations

/// The new version of a file, complete and on the disk beside the old one, until it is renamed over it.
///
/// For a file that stays as it is, the new version is empty and only serves as a lock. Its name is derived
/// from that of the file, and it is locked, so that no other run replaces the file meanwhile. The next run
/// takes over the new version that a killed run left.
final class PendingReplacement {
    /// A function that locks a file descriptor without waiting, and returns 0 or an `errno` value.
    typealias Lock = @Sendable (CInt) -> CInt

    /// The exclusive lock of flock(2).
    static let lock: Lock = { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : errno }

    let path: TreePath
    /// Indicates whether the new bytes differ from the old ones.
    let isChanged: Bool
    /// The folder of the file, with symbolic links resolved.
    let folder: String
    private let old: [UInt8]
    /// The path of the file that is replaced, with symbolic links resolved.
    private let destination: String
    private let temporary: String
    /// The descriptor of the new version.
    ///
    /// It is -1 if an unchanged file is in a folder in which this run cannot write or lock.
    private let descriptor: CInt
    /// Indicates whether the new version was renamed or removed.
    ///
    /// Its name may belong to another run by now.
    private var isDone = false

    /// Locks the file, and writes the new bytes if they differ.
    ///
    /// - Parameters:
    ///   - replacement: the old and the new bytes.
    ///   - destination: the path of the file to be replaced, with symbolic links resolved.
    ///   - lock: locks a file descriptor.
    /// - Throws: `RunFailure` if the file cannot be written or locked, or another run has locked it.
    init(
        of replacement: InPlacePublisher.Replacement,
        at destination: String,
        lock: Lock = PendingReplacement.lock
    ) throws(RunFailure) {
        path = replacement.path
        isChanged = replacement.old != replacement.new
        old = replacement.old
        self.destination = destination
        folder = Directory.parent(of: destination) ?? "/"
        let name = Directory.lastComponent(of: destination)
        temporary = folder + (folder == "/" ? "" : "/") + ".\(name).fairlead-new"
        do throws(RunFailure) {
            descriptor = try Self.open(temporary, besides: destination, lock)
        } catch {
            guard !isChanged, error.isOfUnwritableFolder else { throw error }
            descriptor = -1
        }
        guard isChanged else { return }
        do {
            try Self.writeNewVersion(descriptor, temporary, with: replacement.new, like: destination)
        } catch {
            remove()
            throw .stage(error)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Throws if the file no longer has the bytes that were read.
    func checkIsAsRead() throws(RunFailure) {
        let currentBytes = try mapErrors(to: RunFailure.input) { () throws(SystemCallError) in
            try InputFile.contents(of: destination, limit: UInt64(PlaylistDocument.maximumSize))
        }
        guard currentBytes == old else { throw .playlistChanged(path) }
    }

    /// Renames the new version over the file.
    func replace() throws(RunFailure) {
        try checkIsAsRead()
        guard unsafe rename(temporary, destination) == 0 else {
            // The folder was replaced: another program replaced the tree.
            if errno == ENOENT { throw .playlistChanged(path) }
            throw .outputNotCreated(SystemCallError("rename", path: destination))
        }
        isDone = true
        try mapErrors(to: RunFailure.stage) { () throws(SystemCallError) in
            try Directory.synchronize(folder)
        }
    }

    /// Removes the new version, unless it was renamed.
    func remove() {
        guard !isDone, descriptor >= 0 else { return }
        _ = unsafe unlink(temporary)
        isDone = true
    }

    private static func open(
        _ temporary: String,
        besides destination: String,
        _ lock: Lock
    ) throws(RunFailure) -> CInt {
        // Another run may rename or remove the file after it is opened here and before it is locked.
        for _ in 0..<16 {
            let descriptor = unsafe Glibc.open(temporary, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw .outputNotCreated(SystemCallError("open", path: temporary)) }
            let code = lock(descriptor)
            var opened = stat()
            let isOpened = unsafe fstat(descriptor, &opened) == 0
            guard code == 0 else {
                close(descriptor)
                if code == EWOULDBLOCK { throw .treeIsBeingRewritten(path: destination) }
                // A file with content belongs to another run, which locked it before it wrote the content.
                if isOpened, opened.st_size == 0 { _ = unsafe unlink(temporary) }
                throw .fileCannotBeLocked(SystemCallError("flock", path: destination, code: code))
            }
            if isOpened, Directory.linkStatus(of: temporary)?.inode == UInt64(opened.st_ino) {
                return descriptor
            }
            close(descriptor)
        }
        throw .treeIsBeingRewritten(path: destination)
    }

    private static func writeNewVersion(
        _ descriptor: CInt,
        _ temporary: String,
        with bytes: [UInt8],
        like destination: String
    ) throws(SystemCallError) {
        guard ftruncate(descriptor, 0) == 0 else { throw SystemCallError("ftruncate", path: temporary) }
        try OutputFile.write(bytes, to: temporary)
        var status = stat()
        guard unsafe stat(destination, &status) == 0 else { throw SystemCallError("stat", path: destination) }
        // Only the superuser may change the owner, and the user may not be a member of the group.
        _ = fchown(descriptor, status.st_uid, status.st_gid)
        guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
            throw SystemCallError("fchmod", path: temporary)
        }
        guard fsync(descriptor) == 0 else { throw SystemCallError("fsync", path: temporary) }
    }
}

extension RunFailure {
    /// Indicates whether a file could not be created or locked because its folder does not permit it.
    fileprivate var isOfUnwritableFolder: Bool {
        if kind == .outputNotCreated, let errorNumber {
            return [EACCES, EPERM, EROFS, ENAMETOOLONG].contains(errorNumber)
        }
        return kind == .fileCannotBeLocked
    }
}
