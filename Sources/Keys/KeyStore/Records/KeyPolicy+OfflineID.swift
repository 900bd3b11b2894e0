extension KeyPolicy.Terms {
    /// What ``isOfflineID(_:)`` takes, for messages.
    package static let offlineIDForm = "2 to 32 hexadecimal digits, two a byte"

    /// Whether a text is an id of FairPlay for offline playback: CKCs have 16 bytes for each of the two.
    package static func isOfflineID(_ text: String) -> Bool {
        let digits = text.utf8
        return (2...32).contains(digits.count) && digits.count.isMultiple(of: 2)
            && digits.allSatisfy { digit in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit | 0x20)
            }
    }
}
