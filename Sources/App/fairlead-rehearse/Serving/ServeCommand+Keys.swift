import CommandLineParts
import Failures
import FoundationEssentials
import Glibc
import KeyRecordFormats
import KeyStore
import LicenseFlows
import Presentations
import ProtectionTerms

/// The keys that `serve` gives, and their log entries.
extension ServeCommand {
    /// Opens the key store that keys come from or that logs them, or returns nil if there is neither.
    ///
    /// The store must be writable, because no key is given without a log entry.
    func openStore() throws -> ExportStore? {
        guard export.export == nil || keyStore.isNamed else {
            Diagnostics.shared.warning(
                "no key store is named: the keys that are given out are not logged. Name one (--key-store) to log them"
            )
            return nil
        }
        let exportStore = try ExportStore.open(keyStore, isForDelivery: true)
        _ = try requirements.checked(exportStore.store)
        guard exportStore.store.kind == .test || allowProductionKeys else {
            throw RunFailure(
                .usage,
                "the key store is a production store, and whoever has the token of the run gets its keys",
                remedy: "Use a test store (keys init --kind test), or give --allow-production-keys."
            )
        }
        return exportStore
    }

    /// Opens the folder to serve, without files that contain keys, because their delivery would not be
    /// logged.
    ///
    /// - Throws: `RunFailure` also if the folder contains the key store, its key-encryption key, the
    ///   export or its private key.
    func serveInput() throws -> ServeInput {
        // If the keys come from an export, neither a store nor its location has to exist.
        let isNeeded = export.export == nil || keyStore.isNamed
        let files = try export.files + (isNeeded ? keyStore.files() : (try? keyStore.files()) ?? [])
        let input = try ServeInput(path, hiding: files.map(\.path))
        try PathCheck.refuse(files, servedWith: input.folder)
        return input
    }

    /// Returns the keys of the export or of the store, limited to the named titles.
    func keys(_ exportStore: ExportStore?) throws -> ExportedKeys {
        let titles = try contentID.map { try ContentID(argument: $0) }
        let keys: ExportedKeys
        let problem, remedy: String
        if let exportedFile = try export.exportedFile() {
            keys =
                titles.isEmpty ? exportedFile.keys : exportedFile.keys.filtered(byTitles: titles.map(\.value))
            problem = "the export has no key of this title"
            remedy = "Name one that it has, or export this one, too."
        } else {
            guard let exportStore else { return .none }
            problem = "the key store has no key of this title"
            remedy = "Name one that it has (keys list)."
            do throws(RunFailure) {
                keys = try ServeRequest.keys(of: titles, in: exportStore.store)
            } catch {
                throw error.labeled("--content-id")
            }
        }
        for title in titles where !keys.titles.contains(title.value) {
            throw RunFailure(.missing, at: "--content-id \(title.value)", problem, remedy: remedy)
        }
        return keys
    }

    /// Appends an entry about a key to the store's log, before the key is given.
    static func log(_ key: ExportedKey, in exportStore: ExportStore?) throws {
        let subject = key.contentID ?? key.keyID?.uuidString.lowercased() ?? "rehearsal"
        let id = key.keyID.map { ", key \($0.uuidString.lowercased())" } ?? ""
        try exportStore?.log(.export, subject: subject, detail: "served by a stand-in\(id)")
    }
}

/// A folder to serve, with the playlist in it that was named.
struct ServeInput {
    /// The path of the folder.
    let folder: String
    /// The name of the playlist in the folder, or nil if a folder was named.
    let playlist: String?
    let tree: ServedFolder

    /// Opens a folder, or the folder of a playlist.
    ///
    /// - Parameters:
    ///   - path: the path of a playlist or a folder.
    ///   - secrets: the files that are not served, whatever name they have in the folder.
    /// - Throws: `RunFailure` if the path does not exist, or the playlist would not be served.
    init(_ path: String, hiding secrets: [String]) throws {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw RunFailure(.missing, at: path, Self.reason, remedy: "Name a playlist or a folder.")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            (folder, playlist) = (path, nil)
        } else if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
            folder = slash == path.startIndex ? "/" : String(path[..<slash])
            playlist = String(path[path.utf8.index(after: slash)...])
        } else {
            (folder, playlist) = (".", path)
        }
        guard let tree = ServedFolder(path: folder, hiding: secrets) else {
            throw RunFailure(.missing, at: folder, "this folder cannot be read", found: Self.reason)
        }
        self.tree = tree
        guard let playlist, !tree.has(playlist) else { return }
        throw Self.notServed(path)
    }

    /// Returns the failure for an existing file that is not served.
    private static func notServed(_ path: String) -> RunFailure {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return RunFailure(.missing, at: path, reason) }
        return switch status.st_mode & S_IFMT {
        case S_IFLNK:
            RunFailure(
                .missing,
                at: path,
                "this is a link",
                expected:
                    "a file: no link is followed, so that nothing outside of the folder is served",
                remedy: "Name the file that it leads to."
            )
        case S_IFREG:
            RunFailure(
                .missing,
                at: path,
                "this file cannot be read",
                remedy: "Give the user of this process permission to read it."
            )
        default:
            RunFailure(
                .missing,
                at: path,
                "this is not a regular file",
                expected: "a playlist",
                remedy: "Name a playlist or a folder."
            )
        }
    }

    private static var reason: String { unsafe String(cString: strerror(errno)) }
}
