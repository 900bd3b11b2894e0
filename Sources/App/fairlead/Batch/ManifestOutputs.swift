import Batch
import CommandLineParts
import Failures
import Packaging
import Presentations
import ProviderTemplates

/// The check of where the titles of a manifest have their results, with a hash in memory for each of them.
struct ManifestOutputs {
    private let manifest: Manifest
    private let output: TitleOutput

    init(_ manifest: Manifest, _ output: TitleOutput) {
        (self.manifest, self.output) = (manifest, output)
    }

    /// Throws if two titles have the same result, or a file is in a result; an invalid output fails its title
    /// only.
    ///
    /// - Parameter files: files beside those of the titles, with the options that name them.
    /// - Throws: `RunFailure`.
    func check(besides files: [(option: String, path: String)]) throws {
        var (hashes, mayConflict) = (OutputPathHashes(), false)
        try manifest.forEachTitle { title in
            if let path = path(of: title), !hashes.insert(path) { mayConflict = true }
        }
        var fileFailure: (any Error)?
        func check(_ files: [(option: String, path: String)]) {
            guard fileFailure == nil else { return }
            do {
                try PathCheck.refuse(files) { try hashes.mayContain($0) && isOutput($0) }
            } catch {
                fileFailure = error
            }
        }
        check(files)
        try manifest.forEachTitle { title in
            if let path = path(of: title), hashes.mayContainFolder(of: path) { mayConflict = true }
            check(Self.files(of: title))
        }
        if mayConflict { try checkAllPaths() }
        if let fileFailure { throw fileFailure }
    }

    private func path(of title: ManifestTitle) -> String? {
        (try? output.path(of: title)).map { OutputLocation.prospectivePath(of: $0) }
    }

    /// Throws if two titles have the same result; holds all paths in memory.
    private func checkAllPaths() throws {
        var outputs: [OutputPathCheck.Output] = []
        try manifest.forEachTitle { title in
            guard let path = path(of: title) else { return }
            outputs.append(OutputPathCheck.Output(line: title.line, path: path))
        }
        try OutputPathCheck.check(outputs, manifest: manifest.source)
    }

    private func isOutput(_ directory: String) throws -> Bool {
        var isFound = false
        try manifest.forEachTitle { title in
            isFound = isFound || path(of: title)?.utf8.elementsEqual(directory.utf8) == true
        }
        return isFound
    }

    /// Returns the files that a title reads, which must not be in the result of another title.
    private static func files(of title: ManifestTitle) -> [(option: String, path: String)] {
        let location = "line \(title.line)"
        let inputs = title.values(ManifestColumn.input).map { text in
            (option: "\(location): input", path: (try? InputArgument.parse(text))?.path ?? text)
        }
        let files = ["template", "key_file", "cpix", "cpix_key", "derive_from"].compactMap { column in
            title.value(column).map { (option: "\(location): \(column)", path: $0) }
        }
        // A template that is no file is a built-in one.
        return inputs
            + files.filter { OnboardingTemplate.isFile($0.path) || !$0.option.hasSuffix(": template") }
    }
}
