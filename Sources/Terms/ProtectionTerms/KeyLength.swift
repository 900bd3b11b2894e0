/// The length of a content key; the raw values are bytes.
package enum KeyLength: Int, CaseIterable, Sendable {
    /// AES-128.
    case bits128 = 16
    /// AES-256.
    case bits256 = 32

    /// The number of bytes.
    package var byteCount: Int { rawValue }

    /// The length of the keys of a method by its name in key records; 128 bits for a method that is not known here.
    package init(ofMethod name: String) { self = ProtectionMethod(rawValue: name)?.keyLength ?? .bits128 }
}
