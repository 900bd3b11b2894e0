/// Checks UTF-8 byte by byte (Unicode, table 3-7).
package struct UTF8Validator: Hashable, Sendable {
    /// The number of continuation bytes that are still to come.
    package private(set) var missing = 0
    /// The values that the next continuation byte may have.
    ///
    /// The range is narrower after E0, ED, F0 and F4, which excludes overlong forms, surrogates and values
    /// above U+10FFFF.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Creates a validator for the start of a text.
    package init() {}

    /// Adds the next byte; returns false if it is not allowed here.
    package mutating func accepts(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = 0x80...0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        allowed =
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
