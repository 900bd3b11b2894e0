extension CodecDescription {
    /// AVC: the four characters of the sample entry, then profile, constraints and level in hexadecimal (RFC 6381, 3.3).
    static func avc(_ format: String, profile: UInt8, constraints: UInt8, level: UInt8) -> CodecDescription {
        let digits = [profile, constraints, level].map { byte in
            let text = String(byte, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return CodecDescription(format + "." + digits.joined())
    }
}
