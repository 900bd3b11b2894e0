package import ISOBaseMedia

/// The initialization section of fMP4: `ftyp`, `moov` and what else stands there.
package struct InitializationSection: Sendable {
    /// What protection makes of a section.
    package struct Protection: Hashable, Sendable {
        /// The scheme.
        package var scheme: ProtectionScheme
        /// default_KID, 16 bytes.
        package var keyID: [UInt8]
        /// constant_IV of cbcs, 16 bytes.
        package var constantVector: [UInt8]
        /// Whether the clear sample entries follow the encrypted ones, for a clear start (RFC 8216bis authoring 13.10).
        package var keepsClearEntries: Bool
        /// `pssh` boxes, whole, which are appended to `moov`.
        package var systemHeaders: [[UInt8]]

        /// A protection from its parts.
        package init(
            scheme: ProtectionScheme,
            keyID: [UInt8],
            constantVector: [UInt8],
            keepsClearEntries: Bool = false,
            systemHeaders: [[UInt8]] = []
        ) {
            self.scheme = scheme
            self.keyID = keyID
            self.constantVector = constantVector
            self.keepsClearEntries = keepsClearEntries
            self.systemHeaders = systemHeaders
        }
    }

    /// The bytes of the section.
    package let bytes: [UInt8]
    /// What it says.
    package let movie: MovieFormat

    /// Reads a section, clear or protected.
    ///
    /// - Parameter bytes: all of it.
    /// - Throws: `SampleEncryptionError` where it is malformed, or is not known well enough to be protected or decrypted.
    package init(_ bytes: [UInt8]) throws(SampleEncryptionError) {
        self.bytes = bytes
        movie = MovieFormat(tracks: [])
    }

    /// The bytes of the section with encrypted sample entries.
    ///
    /// Nothing else changes. Tracks of text and metadata stay clear.
    ///
    /// - Parameter protection: the keys, and how they are signalled.
    /// - Returns: the whole section.
    /// - Throws: `.alreadyEncrypted`, and what does not fit into 32-bit box sizes.
    package func protected(_ protection: Protection) throws(SampleEncryptionError) -> [UInt8] {
        bytes
    }

    /// The bytes of the clear section that protection made this one of; those of a clear one as they are.
    ///
    /// What `protected` makes of a section, this turns back byte for byte.
    package func clear() throws(SampleEncryptionError) -> [UInt8] {
        bytes
    }
}
