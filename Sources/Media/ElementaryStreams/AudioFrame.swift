/// A frame of audio in an elementary stream: an ADTS frame, or a syncframe of AC-3 or E-AC-3.
package struct AudioFrame: Hashable, Sendable {
    /// Its bytes, header included.
    package let range: Range<Int>
    /// Bytes of the ADTS header, CRC included; 0 for a syncframe, whose header is protected as the rest.
    package let headerSize: Int
    /// Whether it begins an access unit: false for the syncframes of E-AC-3 that belong to the one before.
    package let startsAccessUnit: Bool

    /// A frame from its parts.
    package init(range: Range<Int>, headerSize: Int, startsAccessUnit: Bool) {
        self.range = range
        self.headerSize = headerSize
        self.startsAccessUnit = startsAccessUnit
    }
}
