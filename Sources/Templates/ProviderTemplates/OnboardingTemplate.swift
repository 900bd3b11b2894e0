import Foundation
package import KeyURITemplates
package import ProtectionTerms
import TextFormats

/// The way in which a DRM provider or tenant wants keys to be signalled.
///
/// It is read from a YAML file in `Templates/` or from a file of the user. A property that is nil is left to
/// the defaults of the command line.
package struct OnboardingTemplate: Hashable, Sendable {
    /// The name for `--template`.
    package let name: String
    /// A description of the purpose in one line.
    package let summary: String
    /// The templates that it extends, nearest first, by the names in `extends`.
    package internal(set) var ancestors: [String] = []
    /// The template of the key URI.
    package private(set) var keyURI: KeyURITemplate
    /// The bytes of its file and of those that it extends, nearest first, to detect changes of any of them.
    package internal(set) var sourceBytes: [[UInt8]] = []
    /// The key system whose `KEYFORMAT` is written in the key lines with the key URI.
    package internal(set) var keyFormat: KeySystem?
    /// The `KEYFORMATVERSIONS` of the key lines with the key URI.
    package internal(set) var keyFormatVersions: String?
    /// The key systems to be signalled, unless the user names others.
    package internal(set) var keySystems: [KeySystem]?
    /// The encryption methods for which the template is suitable, at least one.
    package let methods: [ProtectionMethod]
    /// The encryption method, unless the user names another; one of `methods`.
    package internal(set) var method: ProtectionMethod?
    /// The origin of IVs, unless the user names another.
    package internal(set) var ivSource: IVSource?
    /// The granularity of keys, unless the user names another.
    package internal(set) var keyGranularity = KeyGranularity.presentation
    /// The keys that get `EXT-X-SESSION-KEY` lines, unless the user selects others.
    package internal(set) var sessionKeys: SessionKeySelection?
    /// The permission for a clear lead.
    package internal(set) var clearLead = ClearLead.allowed
    /// The rules by which the provider's apps extract asset ids from the key URI, or nil if the template has
    /// none.
    ///
    /// Each is the rule of some app. The array is empty if the license server does not look up keys by the
    /// URI (`none`).
    package internal(set) var assetIDRules: [AssetIDRule]?
    /// The way in which an app gets from the key line to the key, or nil if the template does not state it.
    package internal(set) var flow: LicenseFlow?
    /// The parameters of the servers in that flow.
    package internal(set) var flowParameters = FlowParameters()
    /// The policy that license servers are to enforce for the keys.
    package internal(set) var recordPolicy = RecordPolicy()
    /// The names of the export formats that the provider's license server accepts, the preferred one first.
    package internal(set) var exportFormats: [String] = []
    /// Indicates whether keys that are signalled like this are for tests only.
    package internal(set) var isTestOnly = false
    /// The sources in which the form is documented.
    package internal(set) var sources: [String] = []
    /// The statements of the template that are not confirmed by the provider.
    package internal(set) var unconfirmedStatements: [String] = []
    /// The variables that the template declares, in the order of the file.
    package internal(set) var variables: [Variable] = []
    /// The variables of an invented title, for which the key URI renders, or none if the file has no example.
    package internal(set) var example = TemplateVariables()
    /// The results that the provider's documentation shows for the example.
    package private(set) var expected = Expected()

    init(name: String, summary: String, keyURI: KeyURITemplate, methods: [ProtectionMethod]) {
        self.name = name
        self.summary = summary
        self.keyURI = keyURI
        self.methods = methods
    }

    /// Returns the template with another key URI (`--key-uri`), without what applies to the old URI only.
    package func replacing(keyURI: KeyURITemplate) -> Self {
        var copy = self
        copy.keyURI = keyURI
        copy.assetIDRules = nil
        copy.example = TemplateVariables()
        copy.expected = Expected()
        return copy
    }

    mutating func setExpected(_ expected: Expected) { self.expected = expected }

    /// The standard variables on which the key URI depends and that distinguish the keys of one title.
    ///
    /// Defaults of the template's variables are taken into account. If there are none, all keys of a title
    /// get the same URI.
    package var distinguishingVariables: Set<StandardVariable> {
        StandardVariable.distinguishing(among: usedNames)
    }

    /// The names of the variables that a user may set or that fairlead sets, each once.
    package var settableNames: [String] {
        let used = usedNames
        return used + variables.map(\.name).filter { !used.contains($0) }
    }

    /// The names of all variables on which the key URI depends if the user sets none of the template's own.
    package var usedNames: [String] {
        var defaults = TemplateVariables()
        for variable in variables {
            // The names were validated when the file was read.
            if let composed = variable.composition { try? defaults.compose(variable.name, composed) }
        }
        let sources = Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.defaultFrom?.rawValue) })
        let names = keyURI.variableNames(seeingThrough: defaults)
        return names + names.compactMap { sources[$0] ?? nil }.filter { !names.contains($0) }
    }
}

extension OnboardingTemplate {
    /// Reads a template file, and the files beside it that it extends.
    ///
    /// At most `maximumBytes` and one byte of each are read, whatever kind of file the path names.
    static func load(file path: String) throws(OnboardingTemplateError) -> OnboardingTemplate {
        try OnboardingTemplate(yaml: read(path), source: path, folder: folder(of: path))
    }

    /// Indicates whether a name is that of a template file, and not of a built-in template.
    static func isFileName(_ name: String) -> Bool {
        name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    }

    static func read(_ path: String) throws(OnboardingTemplateError) -> [UInt8] {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            return Array(try file.read(upToCount: maximumBytes + 1) ?? Data())
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            throw OnboardingTemplateError(at: TextLocation(in: path), .notFound)
        } catch {
            throw OnboardingTemplateError(at: TextLocation(in: path), .unreadable(error.localizedDescription))
        }
    }
}

extension OnboardingTemplate {
    /// The key systems whose key URIs a template can render.
    static let templateKeySystems = KeySystem.namedSystems.filter(\.hasTemplateURIs)

    /// The origin of IVs.
    package enum IVSource: String, CaseIterable, Sendable {
        /// The IV of the key record, for all segments.
        case record
        /// An IV for each segment, in its key line.
        case segment
        /// The media sequence number, without an IV in the key line.
        case sequence
    }

    /// The permission for a clear lead.
    package enum ClearLead: String, CaseIterable, Sendable {
        case allowed, forbidden
    }

    /// The results that the provider's documentation shows for the example, nil for each that it does not
    /// show.
    package struct Expected: Hashable, Sendable {
        /// The key URI of the example.
        package var keyURI: String?
        /// The asset id that the provider's app extracts from that URI.
        package var assetID: String?

        /// Creates a value without results.
        init() {}
    }
}
