import TextFormats

extension CodecDescription {
    /// Describes AVC: the type of the sample entry, then profile, constraints and level in hexadecimal (RFC
    /// 6381, 3.3).
    static func avc(_ format: String, profile: UInt8, constraints: UInt8, level: UInt8) -> CodecDescription {
        CodecDescription(format + "." + Hexadecimal.encode([profile, constraints, level]))
    }
}
