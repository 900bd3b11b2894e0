package import Failures
import Glibc

/// The directory at which a result is published.
package struct OutputLocation: Sendable {
    /// The absolute path of the result.
    package let path: String
    /// The parent directory, which also holds the stage, so that one rename publishes the result.
    package let parent: String
    /// Indicates whether the result is below the root of the input, where folders may hold other titles'
    /// sources.
    let isInInput: Bool
    /// The directories created for the result, outermost first.
    private let createdDirectories: [String]

    /// Checks that a result can be published at `path` and creates the directory above it.
    ///
    /// - Parameters:
    ///   - path: the path as the user gave it.
    ///   - input: the location of the input.
    ///   - isDryRun: indicates whether no directory may be created.
    /// - Throws: `RunFailure` if the result cannot be published there.
    package init(_ path: String, input: InputLocation, isDryRun: Bool) throws(RunFailure) {
        guard !path.isEmpty else { throw .outputNotCreated(path: path, reason: "the path is empty") }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .outputNotCreated(path: path, reason: "the path has a control character")
        }
        if let existing = Directory.realPath(of: path) {
            self.path = existing
            self.parent = Directory.parent(of: existing) ?? "/"
            self.createdDirectories = []
            try Self.checkExisting(existing)
        } else {
            let name = Directory.lastComponent(of: path)
            guard name != "." && name != ".." && name != "/" else {
                throw .outputNotCreated(
                    path: path,
                    reason: "it does not exist, and a path that ends in . or .. cannot be created"
                )
            }
            let parent = Directory.parent(of: path) ?? "/"
            // The check needs the real path, and no directory may be created before the check.
            let prospectiveParent = Self.prospectivePath(of: parent)
            try Self.check(prospectiveParent + "/" + name, against: input)
            self.createdDirectories = try mapErrors(to: RunFailure.outputNotCreated) {
                () throws(SystemCallError) in
                isDryRun ? [] : try Directory.make(parent)
            }
            self.parent =
                createdDirectories.isEmpty ? prospectiveParent : Self.prospectivePath(of: parent)
            self.path = self.parent == "/" ? "/" + name : self.parent + "/" + name
        }
        isInInput = Self.isBelowRoot(self.path, of: input)
        try Self.check(self.path, against: input)
    }

    private static func isBelowRoot(_ path: String, of input: InputLocation) -> Bool {
        guard case .tree(let tree) = input else { return false }
        return contains(tree.root, path)
    }

    /// Removes the directories created for a result that was not published.
    package func removeCreatedDirectories() {
        for directory in createdDirectories.reversed() { _ = unsafe rmdir(directory) }
    }

    private static func checkExisting(_ path: String) throws(RunFailure) {
        guard let status = Directory.status(of: path), status.isDirectory else {
            throw .outputNotCreated(path: path, reason: "it exists and is not a directory")
        }
        guard let parent = Directory.parent(of: path), Directory.status(of: parent)?.device == status.device
        else {
            throw .outputNotCreated(
                path: path,
                reason: "it is a mount point, which cannot be replaced by a rename"
            )
        }
    }

    private static func check(_ path: String, against input: InputLocation) throws(RunFailure) {
        switch input {
        case .tree(let tree):
            if tree.root.utf8.elementsEqual(path.utf8) { throw .outputIsInput(path) }
            if contains(path, tree.root) { throw .inputInsideOutput(output: path, input: tree.root) }
            guard contains(tree.root, path), let file = tree.firstFile(in: path) else { return }
            throw .inputInsideOutput(output: path, input: file)
        case .files(let files):
            for file in files where contains(path, prospectivePath(of: file)) {
                throw .inputInsideOutput(output: path, input: file)
            }
            // An input may be a link to a file elsewhere. The link would be replaced with the directory.
            for file in files {
                let folder = prospectivePath(of: Directory.parent(of: file) ?? "/")
                if contains(path, folder) { throw .inputInsideOutput(output: path, input: file) }
            }
        }
    }

    /// Indicates whether a path is the directory or below it, comparing texts only.
    package static func contains(_ directory: String, _ path: String) -> Bool {
        // Compares bytes, as the kernel compares names.
        path.utf8.elementsEqual(directory.utf8)
            || path.utf8.starts(with: (directory == "/" ? "/" : directory + "/").utf8)
    }

    /// Returns the real path that `path` will have once its missing directories are created.
    package static func prospectivePath(of path: String) -> String {
        if let existing = Directory.realPath(of: path) { return existing }
        guard let parent = Directory.parent(of: path), parent != path else { return path }
        let realParent = prospectivePath(of: parent)
        let name = Directory.lastComponent(of: path)
        if name == "." { return realParent }
        if name == ".." { return Directory.parent(of: realParent) ?? "/" }
        let path = realParent == "/" ? "/" + name : realParent + "/" + name
        // A link may exist under the path that remains after `missing/..`.
        return Directory.realPath(of: path) ?? path
    }
}

/// The location of a run's input, which the result must not replace.
package enum InputLocation: Sendable {
    /// A tree. A result may be in its folders, but may contain neither the tree nor a file that it names.
    case tree(InputTree)
    /// The paths of input files, which a result may not contain.
    case files([String])
}
