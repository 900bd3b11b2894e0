/// An audio frame in an elementary stream: an ADTS frame, or an AC-3 or E-AC-3 syncframe.
package struct AudioFrame: Hashable, Sendable {
    /// The byte range, header included.
    package let range: Range<Int>
    /// The size of the ADTS header in bytes, CRC included.
    ///
    /// It is 0 for a syncframe, whose header belongs to the 16 bytes that SAMPLE-AES leaves clear.
    package let headerSize: Int
    /// Indicates whether the frame begins an access unit; false for E-AC-3 syncframes that continue one.
    package let startsAccessUnit: Bool

    /// Creates a frame.
    package init(range: Range<Int>, headerSize: Int, startsAccessUnit: Bool) {
        self.range = range
        self.headerSize = headerSize
        self.startsAccessUnit = startsAccessUnit
    }
}
