extension OnboardingTemplate {
    /// The names of the templates that are compiled into the program, in the order in which they are listed.
    package static let builtInNames: [String] = BuiltInTemplates.all.map(\.name)

    /// The JSON Schema of template files.
    package static let schema: [UInt8] = BuiltInTemplates.schema

    /// The templates that are compiled into the program.
    package static func builtIn() throws(OnboardingTemplateError) -> [OnboardingTemplate] {
        var templates: [OnboardingTemplate] = []
        for (name, yaml) in BuiltInTemplates.all {
            templates.append(try OnboardingTemplate(yaml: yaml, source: name))
        }
        return templates
    }

    /// The built-in template of this name; an error lists the names there are.
    package static func named(_ name: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        try OnboardingTemplate(yaml: yaml(named: name), source: name)
    }

    /// The template that a value of `--template` stands for: a file if it holds a slash or ends in `.yaml` or
    /// `.yml`, else a built-in one.
    package static func find(_ nameOrFile: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        isFile(nameOrFile) ? try load(file: nameOrFile) : try named(nameOrFile)
    }

    /// Whether a value of `--template` stands for a file.
    package static func isFile(_ nameOrFile: String) -> Bool {
        nameOrFile.utf8.contains(UInt8(ascii: "/")) || isFileName(nameOrFile)
    }
}
