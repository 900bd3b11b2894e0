import CommonEncryption
package import ISOBaseMedia

/// What becomes of `CODECS` where sample entries that allow parameter sets in samples become others.
package enum ConvertedCodecs {
    /// A list of codecs (RFC 6381) with those formats changed: `avc3.64001f,mp4a.40.2` becomes `avc1.64001f,mp4a.40.2`.
    ///
    /// - Parameters:
    ///   - list: the value of `CODECS` or `SUPPLEMENTAL-CODECS`.
    ///   - formats: the formats that change; nil for all.
    /// - Returns: the list; blanks and all else stay.
    package static func list(_ list: String, changing formats: Set<FourCharacterCode>? = nil) -> String {
        list.split(separator: ",", omittingEmptySubsequences: false).map { element in
            let blanks = element.prefix { $0 == " " }
            let codec = element.dropFirst(blanks.count)
            for (format, other) in MovieFormat.outOfBandFormats where formats?.contains(format) ?? true {
                let name = "\(format)"
                if codec == name || codec.hasPrefix(name + ".") {
                    return blanks + "\(other)" + codec.dropFirst(name.count)
                }
            }
            return String(element)
        }.joined(separator: ",")
    }
}
