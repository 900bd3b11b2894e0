import TextFormats

extension OnboardingTemplate {
    /// The unparsed text of a template, which may be invalid.
    package struct Source: Sendable {
        /// The path of the file, or the name of the built-in template.
        package let name: String
        /// The bytes of the file; at most `maximumBytes` and one byte, if it is too large.
        package let yaml: [UInt8]
        /// The folder of the files that it may extend, or nil for a built-in template.
        ///
        /// It ends with a slash, or is empty for the current folder.
        let folder: String?

        /// Reads the text for a value of `--template`.
        ///
        /// - Throws: `OnboardingTemplateError` if the file or built-in template does not exist or cannot be
        ///   read.
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

        /// Creates a source from its parts.
        init(name: String, yaml: [UInt8], folder: String?) {
            self.name = name
            self.yaml = yaml
            self.folder = folder
        }

        /// Parses the template.
        package func template() throws(OnboardingTemplateError) -> OnboardingTemplate {
            try OnboardingTemplate(yaml: yaml, source: name, folder: folder)
        }
    }

    /// Returns the folder of a file, with a slash at its end; empty for the current folder.
    static func folder(of path: String) -> String {
        let folderEnd = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
        return String(path[..<(folderEnd ?? path.startIndex)])
    }

    /// Returns the text of the built-in template with this name; the error for an unknown name lists all
    /// names.
    static func yaml(named name: String) throws(OnboardingTemplateError) -> [UInt8] {
        guard let yaml = BuiltInTemplates.yaml(named: name) else {
            throw OnboardingTemplateError(
                at: TextLocation(in: name),
                .unknownName(nearest: NearestName.of(name, in: builtInNames), known: builtInNames)
            )
        }
        return yaml
    }
}
