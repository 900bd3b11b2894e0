import TextFormats

/// A template file merged with the templates that it extends.
struct TemplateLineage {
    /// The maximum number of merged files, including the first one.
    static let maximumLevels = 8

    /// The merged mapping.
    let mapping: TemplateMapping
    /// The templates that the first file extends, nearest first, by the names in `extends`.
    let ancestors: [String]
    /// The bytes of all files, the first file first.
    let contents: [[UInt8]]

    /// Reads and merges the files.
    ///
    /// - Parameters:
    ///   - yaml: the bytes of the first file.
    ///   - source: the path of that file, or the name of the built-in template.
    ///   - folder: the folder of the files that it may extend, with a slash at its end, or nil for a built-in
    ///     template.
    /// - Throws: `OnboardingTemplateError` for the first problem in one of the files.
    init(_ yaml: [UInt8], source: String, folder: String?) throws(OnboardingTemplateError) {
        var levels = [try Self.level(yaml, source: source)]
        var contents = [yaml]
        var ancestors: [String] = []
        var folder = folder
        while let extends = levels.last?.value(.extends) {
            let name = try extends.text(key: TemplateKey.extends.rawValue)
            guard levels.count < Self.maximumLevels else {
                throw extends.error(.tooManyLevels)
            }
            let base = try Self.base(name, at: extends, folder: &folder)
            // Sources identify templates: the name of a built-in one, or the path of a file, which begins
            // with its folder.
            guard !levels.contains(where: { $0.node.location.source == base.source }) else {
                throw extends.error(.extendsItself(name))
            }
            ancestors.append(name)
            contents.append(base.yaml)
            levels.append(try Self.level(base.yaml, source: base.source))
        }
        var merged = levels.removeLast()
        for level in levels.reversed() {
            merged = try TemplateMapping(try level.merged(over: merged), key: "template")
        }
        mapping = merged
        self.ancestors = ancestors
        self.contents = contents
    }

    private static func level(_ yaml: [UInt8], source: String) throws(OnboardingTemplateError)
        -> TemplateMapping
    {
        let root = try TemplateDocument.root(yaml, source: source)
        let mapping = try TemplateMapping(root, key: "template")
        try mapping.allowOnly(TemplateKey.ofFile.map(\.rawValue))
        // Each file must have a name of its own, since the name of the extended template must not be
        // inherited.
        _ = try mapping.requiredText(.name)
        return mapping
    }

    private static func base(
        _ name: String,
        at node: TemplateNode,
        folder: inout String?
    ) throws(OnboardingTemplateError) -> (yaml: [UInt8], source: String) {
        guard !name.utf8.contains(UInt8(ascii: "/")) else {
            throw node.error(
                .invalidValue(
                    key: TemplateKey.extends.rawValue,
                    expected: "the name of a built-in template, or of a .yaml file beside this one"
                )
            )
        }
        guard OnboardingTemplate.isFileName(name), let baseFolder = folder else {
            folder = nil
            guard let yaml = BuiltInTemplates.yaml(named: name) else {
                let known = OnboardingTemplate.builtInNames
                throw node.error(.unknownName(nearest: NearestName.of(name, in: known), known: known))
            }
            return (yaml, name)
        }
        let path = baseFolder + name
        do throws(OnboardingTemplateError) {
            return (try OnboardingTemplate.read(path), path)
        } catch {
            throw node.error(.baseFile(name, String(describing: error.problem)))
        }
    }
}
