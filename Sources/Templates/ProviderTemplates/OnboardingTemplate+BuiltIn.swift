extension OnboardingTemplate {
    /// The names of the built-in templates, in the order in which they are listed.
    static let builtInNames: [String] = BuiltInTemplates.all.map(\.name)

    /// The JSON Schema of template files.
    package static let schema: [UInt8] = BuiltInTemplates.schema

    /// Returns the built-in templates, in the order in which they are listed.
    package static func builtIn() throws(OnboardingTemplateError) -> [OnboardingTemplate] {
        var templates: [OnboardingTemplate] = []
        for (name, yaml) in BuiltInTemplates.all {
            templates.append(try OnboardingTemplate(yaml: yaml, source: name))
        }
        return templates
    }

    /// Returns the built-in template with this name; the error for an unknown name lists all names.
    static func named(_ name: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        try OnboardingTemplate(yaml: yaml(named: name), source: name)
    }

    /// Returns the template for a value of `--template`.
    ///
    /// It is a file if it contains a slash or ends with `.yaml` or `.yml`, else the name of a built-in
    /// template.
    package static func find(_ nameOrFile: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        isFile(nameOrFile) ? try load(file: nameOrFile) : try named(nameOrFile)
    }

    /// Indicates whether a value of `--template` is a file.
    package static func isFile(_ nameOrFile: String) -> Bool {
        nameOrFile.utf8.contains(UInt8(ascii: "/")) || isFileName(nameOrFile)
    }
}
