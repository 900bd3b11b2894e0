import TextFormats

/// A template file merged with those that it extends.
struct TemplateLineage {
    /// The most files that are merged, the first one included.
    static let maximumLevels = 8

    /// The merged mapping.
    let mapping: TemplateMapping
    /// What the first file extends, nearest first, as they are named.
    let ancestors: [String]
    /// The texts of all files, the first one first.
    let texts: [[UInt8]]

    /// - Parameters:
    ///   - yaml: the text of the first file.
    ///   - source: its path, or the name of a built-in template, for messages.
    ///   - folder: where files beside it are; nil for a template that is in no folder.
    /// - Throws: `OnboardingTemplateError` for the first thing that is wrong with one of the files.
    init(_ yaml: [UInt8], source: String, folder: String?) throws(OnboardingTemplateError) {
        var levels = [try Self.level(yaml, source: source)]
        var texts = [yaml]
        var ancestors: [String] = []
        var folder = folder
        while let extends = levels.last?.value(.extends) {
            let name = try extends.text(key: TemplateKey.extends.rawValue)
            guard levels.count < Self.maximumLevels else {
                throw extends.error(.tooManyLevels)
            }
            let base = try Self.base(name, at: extends, folder: &folder)
            // A built-in template is known by its name, a file by its path, which begins with that of its folder.
            guard !levels.contains(where: { $0.node.place.source == base.source }) else {
                throw extends.error(.extendsItself(name))
            }
            ancestors.append(name)
            texts.append(base.yaml)
            levels.append(try Self.level(base.yaml, source: base.source))
        }
        var merged = levels.removeLast()
        for level in levels.reversed() {
            merged = try TemplateMapping(try level.extending(merged), key: "template")
        }
        mapping = merged
        self.ancestors = ancestors
        self.texts = texts
    }

    private static func level(_ yaml: [UInt8], source: String) throws(OnboardingTemplateError)
        -> TemplateMapping
    {
        let root = try TemplateDocument.root(yaml, source: source)
        let mapping = try TemplateMapping(root, key: "template")
        try mapping.allowOnly(TemplateKey.ofFile.map(\.rawValue))
        // The name of what is extended is another template's.
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
                .wrongKind(
                    key: TemplateKey.extends.rawValue,
                    expected: "the name of a built-in template, or of a .yaml file beside this one"
                )
            )
        }
        guard OnboardingTemplate.isFileName(name), let place = folder else {
            folder = nil
            guard let yaml = BuiltInTemplates.yaml(named: name) else {
                let known = OnboardingTemplate.builtInNames
                throw node.error(.unknownName(nearest: NearestName.of(name, in: known), known: known))
            }
            return (yaml, name)
        }
        let path = place + name
        do throws(OnboardingTemplateError) {
            return (try OnboardingTemplate.read(path), path)
        } catch {
            throw node.error(.baseFile(name, String(describing: error.problem)))
        }
    }
}
