import TextFormats

extension OnboardingTemplate {
    /// The file of a template as it is, whether it can be understood or not.
    package struct Source: Sendable {
        /// The file's path, or the name of the built-in template.
        package let name: String
        /// The bytes of the file; of one that is too large its first `maximumBytes` and one more.
        package let yaml: [UInt8]
        /// Where the files are that it may extend; nil for a built-in template.
        let folder: String?

        /// The file that a value of `--template` stands for.
        ///
        /// - Throws: `OnboardingTemplateError` if there is none, or it cannot be read.
        package init(_ nameOrFile: String) throws(OnboardingTemplateError) {
            name = nameOrFile
            guard OnboardingTemplate.isFile(nameOrFile) else {
                yaml = try OnboardingTemplate.yaml(named: nameOrFile)
                folder = nil
                return
            }
            yaml = try OnboardingTemplate.read(nameOrFile)
            folder = OnboardingTemplate.folder(of: nameOrFile)
        }

        /// A file from its parts.
        init(name: String, yaml: [UInt8], folder: String?) {
            self.name = name
            self.yaml = yaml
            self.folder = folder
        }

        /// The template in the file.
        package func template() throws(OnboardingTemplateError) -> OnboardingTemplate {
            try OnboardingTemplate(yaml: yaml, source: name, folder: folder)
        }
    }

    /// The folder of a file, with the slash at its end; empty for the current one.
    static func folder(of path: String) -> String {
        let folderEnd = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
        return String(path[..<(folderEnd ?? path.startIndex)])
    }

    /// The text of the built-in template of this name; an error lists the names there are.
    static func yaml(named name: String) throws(OnboardingTemplateError) -> [UInt8] {
        guard let yaml = BuiltInTemplates.yaml(named: name) else {
            throw OnboardingTemplateError(
                at: TextPlace(in: name),
                .unknownName(nearest: NearestName.of(name, in: builtInNames), known: builtInNames)
            )
        }
        return yaml
    }
}
