/// The template variables that fairlead sets; users choose all other names.
///
/// The raw values are the names in templates.
package enum StandardVariable: String, CaseIterable, Sendable {
    /// The content id of the title.
    case contentID = "content_id"
    /// The id of the title in license servers: the user's value, or else the content id.
    case assetID = "asset_id"
    /// The track of the key: `all`, a class of renditions or the name of a rendition.
    case track
    /// The index of the key period, from 0.
    case period
    /// The generation of the title's keys, from 1.
    case generation
    /// The id of the key, a UUID.
    case keyID = "key_id"
    /// The IV in the key record.
    case iv
    /// The URL of the entitlement server.
    case entitlementURL = "entitlement_url"

    /// The type of the variable's text.
    var type: TemplateVariableType {
        switch self {
        case .contentID, .assetID, .track: .text
        case .period, .generation: .number
        case .keyID: .uuid
        case .iv: .iv
        case .entitlementURL: .url
        }
    }

    /// The encoding of the text in a URI if the template names no filter.
    var encoding: TemplateVariables.Encoding {
        switch self {
        case .contentID, .assetID, .track: .percent
        case .period, .generation, .keyID, .iv, .entitlementURL: .verbatim
        }
    }

    /// Indicates whether the value may differ between keys of one title, so that it distinguishes their URIs.
    package var distinguishesKeys: Bool {
        switch self {
        case .track, .period, .generation, .keyID, .iv: true
        case .contentID, .assetID, .entitlementURL: false
        }
    }

    /// The variable whose value is used if this one is not set, or nil for none.
    var fallback: StandardVariable? { self == .assetID ? .contentID : nil }

    /// Returns those of the named variables that distinguish keys of one title.
    package static func distinguishing(among names: [String]) -> Set<StandardVariable> {
        Set(names.compactMap(StandardVariable.init(rawValue:)).filter(\.distinguishesKeys))
    }
}
