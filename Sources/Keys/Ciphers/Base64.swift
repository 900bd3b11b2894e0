package import WipedMemory

/// Base64 (RFC 4648 section 4).
///
/// The functions take and return bytes where data may be secret: secrets must not get into a `String` or into
/// memory that is not wiped.
package enum Base64 {
    /// The deviations from RFC 4648 that a reader accepts.
    package struct Leniency: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// White space between digits is ignored, as in XML Schema.
        package static let whiteSpace = Leniency(rawValue: 1)
        /// Padding may be missing, and the unused bits of the last digit may have any value.
        package static let missingPadding = Leniency(rawValue: 2)
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")
    /// The value of each byte as a digit, or 64 if the byte is not a digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    // MARK: Writing

    /// Returns the number of digits for `count` bytes, including padding.
    package static func length(of count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Appends the digits of `bytes`, padded, to `output`.
    package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
            }
            for position in 0..<4 {
                let index = Int(truncatingIfNeeded: group >> UInt32(18 - 6 * position)) & 0x3F
                output.append(position <= count ? alphabet[index] : padding)
            }
        }
    }

    /// Returns the digits of a secret.
    package static func encode(_ secret: Span<UInt8>) -> SecretBytes {
        var digits: [UInt8] = []
        digits.reserveCapacity(length(of: secret.count))
        defer { secureErase(&digits) }
        append(secret, to: &digits)
        return SecretBytes(copying: digits.span)
    }

    /// Returns the digits of bytes that are not secret.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var digits: [UInt8] = []
        append(bytes.span, to: &digits)
        return String(decoding: digits, as: UTF8.self)
    }

    // MARK: Reading

    /// Decodes `digits`, or returns nil if they are not base64.
    ///
    /// The result may be secret; then the caller erases it.
    package static func decode(_ digits: Span<UInt8>, _ leniency: Leniency = []) -> [UInt8]? {
        var bytes: [UInt8] = []
        // Reserves room for all bytes: an array of secret bytes that grows leaves a copy in freed memory.
        bytes.reserveCapacity(digits.count / 4 * 3 + 3)
        var (group, count, paddingCount) = (UInt32(0), 0, 0)
        for index in digits.indices {
            if leniency.contains(.whiteSpace), isWhiteSpace(digits[index]) { continue }
            if digits[index] == padding, paddingCount < 2 {
                paddingCount += 1
                continue
            }
            let value = values[Int(digits[index])]
            guard value < 64, paddingCount == 0 else {
                secureErase(&bytes)
                return nil
            }
            group = group << 6 | UInt32(value)
            count += 1
            // Every digit except the first of each four completes a byte.
            if count % 4 != 1 {
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(6 - 2 * ((count - 1) % 4))))
            }
        }
        guard isWhole(count, paddingCount, rest: group, leniency) else {
            secureErase(&bytes)
            return nil
        }
        return bytes
    }

    /// Decodes `text`, which is not secret, or returns nil if it is not base64.
    package static func decode(_ text: some StringProtocol, _ leniency: Leniency = []) -> [UInt8]? {
        decode(Array(text.utf8).span, leniency)
    }

    /// Indicates whether these numbers of digits and padding characters make complete base64.
    ///
    /// `rest` contains the bits of the last digits; the unused ones must be zero, unless padding may be
    /// missing.
    private static func isWhole(_ count: Int, _ paddingCount: Int, rest: UInt32, _ leniency: Leniency) -> Bool
    {
        guard count % 4 != 1 else { return false }
        if leniency.contains(.missingPadding) { return true }
        let unusedBits: UInt32 = count % 4 == 0 ? 0 : count % 4 == 2 ? 0x0F : 0x03
        return (count + paddingCount).isMultiple(of: 4) && rest & unusedBits == 0
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
}
