import Failures
import FoundationEssentials
import Presentations

extension RunFailure.Kind {
    /// A path that may be that of a report, so that no report of the failure is written.
    static let reportPath = Self("report path")
}

/// Checks that refuse paths on the command line that a run would overwrite or publish.
package enum PathCheck {
    /// Throws if a file is in the directory of the result, which is replaced as a whole.
    ///
    /// - Parameters:
    ///   - paths: the files, with the options that name them.
    ///   - output: the directory of the result.
    /// - Throws: `RunFailure`.
    package static func refuse(_ paths: [(option: String, path: String)], inside output: String) throws {
        let folder = OutputLocation.prospectivePath(of: output)
        for (option, path) in paths
        where OutputLocation.contains(folder, OutputLocation.prospectivePath(of: path)) {
            throw RunFailure(
                .usage,
                at: option,
                "the file is inside the output",
                found: "\(path), output \(output)",
                remedy: "Name a location outside of it."
            )
        }
    }

    /// Throws if a key file is in a served folder, whose files are available to everyone with the token of
    /// the run.
    ///
    /// - Parameters:
    ///   - paths: the files with keys, with the options that name them.
    ///   - folder: the served folder.
    /// - Throws: `RunFailure`.
    package static func refuse(_ paths: [(option: String, path: String)], servedWith folder: String) throws {
        let servedFolder = OutputLocation.prospectivePath(of: folder)
        for (option, path) in paths
        where OutputLocation.contains(servedFolder, OutputLocation.prospectivePath(of: path)) {
            throw RunFailure(
                .usage,
                at: option,
                "the file is in the folder that is served",
                found: "\(path), folder \(folder)",
                remedy: "Move it out, or serve the folder of the title."
            )
        }
    }

    /// Throws if a file is in one of many directories of results.
    ///
    /// - Parameters:
    ///   - paths: the files, with the options that name them.
    ///   - isOutput: tells whether an absolute path is one of the directories.
    /// - Throws: `RunFailure`.
    package static func refuse(
        _ paths: [(option: String, path: String)],
        inside isOutput: (String) throws -> Bool
    ) throws {
        for (option, path) in paths {
            var directory = OutputLocation.prospectivePath(of: path)
            while try !isOutput(directory), let parent = Directory.parent(of: directory),
                parent != directory
            {
                directory = parent
            }
            guard try isOutput(directory) else { continue }
            throw RunFailure(
                .usage,
                at: option,
                "the file is inside the output of a title",
                found: "\(path), output \(directory)",
                remedy: "Name a location outside of it.",
                kind: .reportPath
            )
        }
    }

    /// Throws if a report would overwrite anything except a report: key stores, keys, playlists and media
    /// begin differently.
    package static func refuseReport(
        _ report: String?,
        of option: String = "--report",
        besideStore store: String?
    ) throws {
        guard let report else { return }
        let resolvedPath = OutputLocation.prospectivePath(of: report)
        let journals = store.map { store in
            ["-journal", "-wal", "-shm"].map { OutputLocation.prospectivePath(of: store) + $0 }
        }
        let status = Directory.status(of: report)
        guard
            journals?.contains(resolvedPath) == true
                || (status?.isRegularFile == true && status?.size != 0 && !isReport(report))
        else { return }
        throw RunFailure(
            .usage,
            at: option,
            "the file exists and is not a report",
            found: report,
            remedy: "Name another file.",
            kind: .reportPath
        )
    }

    /// Throws if a report would overwrite anything except a report, or a key store file, which may begin like
    /// a report.
    package static func refuseReport(
        _ report: String?,
        of option: String = "--report",
        beside keyStore: KeyStoreOptions
    ) throws {
        try refuseReport(report, of: option, besideStore: try keyStore.storePath())
        try refuseReport(report, of: option, over: try keyStore.files().map(\.path))
    }

    /// Throws if a report would overwrite an input, which may still be empty or begin like a report.
    package static func refuseReport(_ report: String?, of option: String = "--report", over inputs: [String])
        throws
    {
        guard let report else { return }
        guard inputs.contains(where: { isSame($0, report) }) else { return }
        throw RunFailure(
            .usage,
            at: option,
            "the file is an input",
            found: report,
            remedy: "Name another file.",
            kind: .reportPath
        )
    }

    /// Throws if the directory of a report does not exist, since a run of hours would end without a report.
    package static func requireFolder(of path: String, _ option: String) throws {
        let folder = Directory.parent(of: path) ?? "/"
        guard Directory.status(of: folder)?.isDirectory != true else { return }
        throw RunFailure(
            .cannotCreate,
            at: option,
            "the directory of the file does not exist",
            found: folder,
            remedy: "Make it, or name another file.",
            kind: .reportPath
        )
    }

    /// Indicates whether a file begins like one of our reports: JSON of a run or a batch, HTML, JUnit XML, or metrics.
    ///
    /// Other JSON, XML and HTML files, such as key exports, templates and web pages, must not be overwritten,
    /// because there may be no second copy.
    private static func isReport(_ path: String) -> Bool {
        var start = [UInt8](repeating: 0, count: 1024)
        guard let file = try? InputFile(path: path),
            let count = try? file.read(into: &start, count: start.count, at: 0)
        else { return false }
        let text = String(decoding: start[..<count], as: UTF8.self)
        if let member = text.prefixMatch(of: #/{\n  "([a-z_]+)" : /#) {
            return firstMembers.contains(member.1)
                || text.prefixMatch(
                    of:
                        #/{\n  "keys" : \[\n(\n|    {\n(      "key_id" : "[-0-9a-f]+",\n)?      "key_uri" : )/#
                )
                    != nil
        }
        return text.hasPrefix("{\"manifest\":{\"path\":") || text.hasPrefix("# HELP fairlead_")
            || text.hasPrefix("<!DOCTYPE html>")
                && text.contains("<meta name=\"generator\" content=\"fairlead\">")
            || text.hasPrefix("<?xml ") && text.contains("?>\n<testsuites ")
    }

    /// The first members of reports, except those of `rewrite`: of a failed run (`error`), of `protect` and
    /// `package` (`bytes`), of `verify` (`findings`), and of `rehearse`, which omits members without a value.
    private static let firstMembers: Set<Substring> = [
        "error", "bytes", "findings", "captured", "device_key_function", "export", "flows",
    ]

    /// Throws if two reports have the same file.
    ///
    /// - Parameter reports: the files, with the options that name them.
    /// - Throws: `RunFailure`.
    package static func refuseEqual(_ reports: [(option: String, path: String)]) throws {
        for (index, report) in reports.enumerated() {
            guard let other = reports[..<index].first(where: { isSame($0.path, report.path) }) else {
                continue
            }
            throw RunFailure(
                .usage,
                at: report.option,
                "the file is that of \(other.option)",
                found: report.path,
                remedy: "Name another one.",
                kind: .reportPath
            )
        }
    }

    /// Indicates whether two paths lead to the same file, which may have several names or not exist yet.
    private static func isSame(_ path: String, _ other: String) -> Bool {
        if OutputLocation.prospectivePath(of: path) == OutputLocation.prospectivePath(of: other) {
            return true
        }
        guard let status = Directory.status(of: path), let second = Directory.status(of: other) else {
            return false
        }
        return status.isSameFile(as: second)
    }
}
