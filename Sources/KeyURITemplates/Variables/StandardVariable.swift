/// The template variables that fairlead sets itself; every other name is the user's.
///
/// The raw values are the names in a template.
package enum StandardVariable: String, CaseIterable, Sendable {
    /// The title's id.
    case contentID = "content_id"
    /// `all`, a class of renditions or a rendition's name.
    case track
    /// The index of the key period, from 0.
    case period
    /// The generation of the title's keys, from 1.
    case generation
    /// The key's UUID.
    case keyID = "key_id"
    /// The entitlement server's URL.
    case entitlementURL = "entitlement_url"

    /// What its text must look like.
    package var type: TemplateVariableType {
        switch self {
        case .contentID, .track: .text
        case .period, .generation: .number
        case .keyID: .uuid
        case .entitlementURL: .url
        }
    }

    /// How its text is written into a URI where the template gives no filter.
    package var encoding: TemplateVariables.Encoding {
        switch self {
        case .contentID, .track: .percent
        case .period, .generation, .keyID, .entitlementURL: .verbatim
        }
    }

    /// Whether it can differ between two keys of one title, so that it tells their URIs apart.
    package var distinguishesKeys: Bool {
        switch self {
        case .track, .period, .generation, .keyID: true
        case .contentID, .entitlementURL: false
        }
    }
}
