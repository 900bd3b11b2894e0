/// `pssh`: what a key system wants to know of the keys of a movie (ISO/IEC 23001-7, 8.1).
package struct ProtectionSystemSpecificHeaderBox: Hashable, Sendable {
    /// SystemID, 16 bytes.
    package let systemID: [UInt8]
    /// KIDs of version 1, 16 bytes each; empty in version 0.
    package let keyIDs: [[UInt8]]
    /// What the system defines.
    package let data: [UInt8]

    /// A header from its parts.
    package init(systemID: [UInt8], keyIDs: [[UInt8]] = [], data: [UInt8]) {
        self.systemID = systemID
        self.keyIDs = keyIDs
        self.data = data
    }
}
