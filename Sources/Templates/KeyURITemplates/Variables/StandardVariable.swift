/// The template variables that fairlead sets itself; every other name is the user's.
///
/// The raw values are the names in a template.
package enum StandardVariable: String, CaseIterable, Sendable {
    /// The title's id.
    case contentID = "content_id"
    /// The id that key servers know the title by: what the user says, else the content id.
    case assetID = "asset_id"
    /// `all`, a class of renditions or a rendition's name.
    case track
    /// The index of the key period, from 0.
    case period
    /// The generation of the title's keys, from 1.
    case generation
    /// The key's UUID.
    case keyID = "key_id"
    /// The initialization vector of the key's record.
    case iv
    /// The entitlement server's URL.
    case entitlementURL = "entitlement_url"

    /// What its text must look like.
    package var type: TemplateVariableType {
        switch self {
        case .contentID, .assetID, .track: .text
        case .period, .generation: .number
        case .keyID: .uuid
        case .iv: .iv
        case .entitlementURL: .url
        }
    }

    /// How its text is written into a URI where the template gives no filter.
    package var encoding: TemplateVariables.Encoding {
        switch self {
        case .contentID, .assetID, .track: .percent
        case .period, .generation, .keyID, .iv, .entitlementURL: .verbatim
        }
    }

    /// Whether it can differ between two keys of one title, so that it tells their URIs apart.
    package var distinguishesKeys: Bool {
        switch self {
        case .track, .period, .generation, .keyID, .iv: true
        case .contentID, .assetID, .entitlementURL: false
        }
    }

    /// What the value is taken from where none is set.
    package var fallback: StandardVariable? { self == .assetID ? .contentID : nil }

    /// Those of the names that tell keys of one title apart.
    package static func distinguishing(among names: [String]) -> Set<StandardVariable> {
        Set(names.compactMap(StandardVariable.init(rawValue:)).filter(\.distinguishesKeys))
    }
}
