/// Checks UTF-8 byte by byte (Unicode, table 3-7).
package struct UTF8Validator: Hashable, Sendable {
    /// The number of continuation bytes that are still to come.
    package private(set) var missingByteCount = 0
    /// The values that the next continuation byte may have.
    ///
    /// The range is narrower after E0, ED, F0 and F4, which excludes overlong forms, surrogates and values
    /// above U+10FFFF.
    private var allowedRange: ClosedRange<UInt8> = 0x80...0xBF

    /// Creates a validator for the start of a text.
    package init() {}

    /// Adds the next byte; returns false if it is not allowed here.
    package mutating func accepts(_ byte: UInt8) -> Bool {
        guard missingByteCount == 0 else {
            guard allowedRange.contains(byte) else { return false }
            missingByteCount -= 1
            allowedRange = 0x80...0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: missingByteCount = 1
        case 0xE0...0xEF: missingByteCount = 2
        case 0xF0...0xF4: missingByteCount = 3
        default: return false
        }
        allowedRange =
            switch byte {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            default: 0x80...0xBF
            }
        return true
    }
}
