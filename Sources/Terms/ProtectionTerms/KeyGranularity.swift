/// The number of keys of a title (`--key-per`).
package enum KeyGranularity: String, CaseIterable, Sendable {
    /// One key for the whole presentation.
    case presentation
    /// One key for each class of renditions.
    case type
    /// One key for each rendition.
    case rendition
}
