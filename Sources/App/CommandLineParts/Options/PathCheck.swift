import FoundationEssentials
import KeyStore
import Presentations

/// Refuses paths of a command line that a run would destroy.
package enum PathCheck {
    /// Checks that nothing that is named lies in the directory of the result, which is replaced as a whole.
    ///
    /// - Parameters:
    ///   - paths: the options that name files, with their files.
    ///   - output: the directory of the result.
    /// - Throws: a `CommandFailure`.
    package static func refuse(_ paths: [(option: String, path: String)], inside output: String) throws {
        for (option, path) in paths where isInside(path, output) {
            throw CommandFailure(
                .usage,
                "\(option): the file is inside the output (\(path), output \(output)). Name a place outside of it."
            )
        }
    }

    /// Checks that nothing that is named lies in a folder whose files anyone gets who has the token of the run.
    ///
    /// - Parameters:
    ///   - paths: the options that name files of keys, with their files.
    ///   - folder: the folder that is served.
    /// - Throws: a `CommandFailure`.
    package static func refuse(_ paths: [(option: String, path: String)], servedWith folder: String) throws {
        for (option, path) in paths where isInside(path, folder) {
            throw CommandFailure(
                .usage,
                "\(option): the file is in the folder that is served (\(path), folder \(folder)). "
                    + "Move it out, or serve the folder of the title."
            )
        }
    }

    /// Checks that nothing that is named lies in one of many directories of results.
    ///
    /// - Parameters:
    ///   - paths: the options that name files, with their files.
    ///   - outputs: the directories of the results, absolute.
    /// - Throws: a `CommandFailure`.
    package static func refuse(_ paths: [(option: String, path: String)], insideAnyOf outputs: Set<String>)
        throws
    {
        for (option, path) in paths {
            var place = OutputLocation.prospectivePath(of: path)
            while !outputs.contains(place), let parent = Directory.parent(of: place), parent != place {
                place = parent
            }
            guard outputs.contains(place) else { continue }
            throw CommandFailure(
                .usage,
                "\(option): the file is inside the output of a title (\(path), output \(place)). "
                    + "Name a place outside of it.",
                isOfReport: true
            )
        }
    }

    /// Checks that a report goes over nothing but a report: a store, a key, a playlist and media begin otherwise.
    package static func refuseReport(
        _ report: String?,
        of option: String = "--report",
        besideStore store: String?
    ) throws {
        guard let report else { return }
        let real = OutputLocation.prospectivePath(of: report)
        let journals = store.map { store in
            ["-journal", "-wal", "-shm"].map { OutputLocation.prospectivePath(of: store) + $0 }
        }
        let status = Directory.status(of: report)
        guard
            journals?.contains(real) == true
                || (status?.isRegularFile == true && status?.size != 0 && !isReport(report))
        else { return }
        throw CommandFailure(
            .usage,
            "\(option): the file is there and is no report (\(report)). Name another file.",
            isOfReport: true
        )
    }

    /// Checks that a report goes over nothing but a report, and over no file of a key store, which may begin as one does.
    package static func refuseReport(
        _ report: String?,
        of option: String = "--report",
        beside keyStore: KeyStoreOptions
    ) throws {
        try refuseReport(report, of: option, besideStore: try keyStore.storePath())
        try refuseReport(report, of: option, over: try keyStore.files().map(\.path))
    }

    /// Checks that a report does not go over an input, which may be empty still or begin as a report does.
    package static func refuseReport(_ report: String?, of option: String = "--report", over inputs: [String])
        throws
    {
        guard let report else { return }
        guard inputs.contains(where: { isSame($0, report) }) else { return }
        throw CommandFailure(
            .usage,
            "\(option): the file is an input (\(report)). Name another file.",
            isOfReport: true
        )
    }

    /// Refuses a report whose directory is not there: a run of hours would end without one.
    package static func requireFolder(of path: String, _ option: String) throws {
        let folder = Directory.parent(of: path) ?? "/"
        guard Directory.status(of: folder)?.isDirectory != true else { return }
        throw CommandFailure(
            .cannotCreate,
            "\(option): the directory of the report does not exist (\(folder)). Make it, or name another file.",
            isOfReport: true
        )
    }

    private static func isInside(_ path: String, _ folder: String) -> Bool {
        OutputLocation.contains(
            OutputLocation.prospectivePath(of: folder),
            OutputLocation.prospectivePath(of: path)
        )
    }

    /// Whether a file begins as our reports do: pretty JSON by its first member, that of a batch, a page, JUnit XML.
    ///
    /// Key exports, templates and pages of others are JSON, XML and HTML, too, and there may be no second copy of one.
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
        return text.hasPrefix("{\"manifest\":{\"path\":")
            || text.hasPrefix("<!DOCTYPE html>")
                && text.contains("<meta name=\"generator\" content=\"fairlead\">")
            || text.hasPrefix("<?xml ") && text.contains("?>\n<testsuites ")
    }

    /// The members with which reports may begin but for those of `rewrite`: of a run that failed (`error`), of `protect` and `package`
    /// (`bytes`), `verify` (`findings`) and `rehearse`, whose members that are not known are left out.
    private static let firstMembers: Set<Substring> = [
        "error", "bytes", "findings", "captured", "device_key_function", "export", "flows",
    ]

    /// Refuses reports that would go over one another.
    ///
    /// - Parameter reports: the options that name reports, with their files.
    /// - Throws: a `CommandFailure`.
    package static func refuseEqual(_ reports: [(option: String, path: String)]) throws {
        for (index, report) in reports.enumerated() {
            guard let other = reports[..<index].first(where: { isSame($0.path, report.path) }) else {
                continue
            }
            throw CommandFailure(
                .usage,
                "\(report.option): the file is that of \(other.option) (\(report.path)). Name another one.",
                isOfReport: true
            )
        }
    }

    /// Whether two paths lead to one file, that may have several names, or not be there yet.
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
