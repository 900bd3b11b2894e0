/// The length of a content key, with the length in bytes as the raw value.
package enum KeyLength: Int, CaseIterable, Sendable {
    /// AES-128.
    case bits128 = 16
    /// AES-256.
    case bits256 = 32

    /// The length in bytes.
    package var byteCount: Int { rawValue }

    /// Creates the key length of a method that a key record names, or 128 bits if the method is unknown.
    package init(ofMethod name: String) { self = ProtectionMethod(rawValue: name)?.keyLength ?? .bits128 }
}
