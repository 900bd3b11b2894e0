/// How many keys a title gets (`--key-per`).
package enum KeyGranularity: String, CaseIterable, Sendable {
    /// One key for all.
    case presentation
    /// One for each class of renditions.
    case type
    /// One for each rendition.
    case rendition
}
