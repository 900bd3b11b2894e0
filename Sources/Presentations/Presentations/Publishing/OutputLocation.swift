import Glibc

/// The directory that a result is published as.
package struct OutputLocation: Sendable {
    /// The absolute path of the result.
    package let path: String
    /// The directory that holds it; the stage stands there too, so that one rename publishes.
    package let parent: String
    /// Whether it is below the root of what is read, where another folder may hold sources of other titles.
    let isInInput: Bool
    /// The directories that were made for it, outermost first.
    private let made: [String]

    /// Checks that a result can be published at `path` and makes the directory above it.
    ///
    /// - Parameters:
    ///   - path: what the user gave.
    ///   - input: what is read.
    ///   - isDryRun: whether nothing may be made.
    /// - Throws: when the result cannot stand there.
    package init(_ path: String, besides input: InputPlace, isDryRun: Bool) throws(PresentationError) {
        guard !path.isEmpty else { throw .output(path: path, reason: "the path is empty") }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .output(path: path, reason: "the path has a control character")
        }
        if let existing = Directory.realPath(of: path) {
            self.path = existing
            self.parent = Directory.parent(of: existing) ?? "/"
            self.made = []
            try Self.checkExisting(existing)
        } else {
            let name = Directory.lastComponent(of: path)
            guard name != "." && name != ".." && name != "/" else {
                throw .output(path: path, reason: "it does not exist and names no new directory")
            }
            let parent = Directory.parent(of: path) ?? "/"
            // The check needs the real path, and no directory may be made before the check.
            try Self.check(Self.prospectivePath(of: parent) + "/" + name, against: input)
            do {
                self.made = isDryRun ? [] : try Directory.make(parent)
            } catch {
                throw .outputSystem(error)
            }
            self.parent = Self.prospectivePath(of: parent)
            self.path = self.parent == "/" ? "/" + name : self.parent + "/" + name
        }
        isInInput = Self.isBelowRoot(self.path, of: input)
        try Self.check(self.path, against: input)
    }

    private static func isBelowRoot(_ path: String, of input: InputPlace) -> Bool {
        guard case .tree(let tree) = input else { return false }
        return contains(tree.root, path)
    }

    /// Removes the directories that were made for a result that did not come to be.
    package func removeMadeDirectories() {
        for directory in made.reversed() { _ = unsafe rmdir(directory) }
    }

    private static func checkExisting(_ path: String) throws(PresentationError) {
        guard let status = Directory.status(of: path), status.isDirectory else {
            throw .output(path: path, reason: "it exists and is no directory")
        }
        guard let parent = Directory.parent(of: path), Directory.status(of: parent)?.device == status.device
        else {
            throw .output(path: path, reason: "it is a mount point, which no rename can replace")
        }
    }

    private static func check(_ path: String, against input: InputPlace) throws(PresentationError) {
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
            // What a link names may be elsewhere; the link would go with the directory.
            for file in files {
                let folder = prospectivePath(of: Directory.parent(of: file) ?? "/")
                if contains(path, folder) { throw .inputInsideOutput(output: path, input: file) }
            }
        }
    }

    /// Whether a path is a directory or below it, as texts.
    package static func contains(_ directory: String, _ path: String) -> Bool {
        // By bytes, as the kernel compares names.
        path.utf8.elementsEqual(directory.utf8)
            || path.utf8.starts(with: (directory == "/" ? "/" : directory + "/").utf8)
    }

    /// The real path that a path will have when its missing directories are made.
    package static func prospectivePath(of path: String) -> String {
        if let existing = Directory.realPath(of: path) { return existing }
        guard let parent = Directory.parent(of: path), parent != path else { return path }
        let above = prospectivePath(of: parent)
        let name = Directory.lastComponent(of: path)
        if name == "." { return above }
        if name == ".." { return Directory.parent(of: above) ?? "/" }
        let path = above == "/" ? "/" + name : above + "/" + name
        // Behind `missing/..` there may be a link that exists.
        return Directory.realPath(of: path) ?? path
    }
}

/// Where the input of a run is, which a result may not touch.
package enum InputPlace: Sendable {
    /// A tree: a result may not contain it, nor a file that it names, but may stand in its folders.
    case tree(InputTree)
    /// Files: a result may not contain them.
    case files([String])
}
