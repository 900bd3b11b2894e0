import CommonEncryption
package import ISOBaseMedia

/// Converts `CODECS` if sample entries with in-band parameter sets become entries without.
package enum ConvertedCodecs {
    /// Converts a list of codecs (RFC 6381): `avc3.64001f,mp4a.40.2` becomes `avc1.64001f,mp4a.40.2`.
    ///
    /// - Parameters:
    ///   - list: the value of `CODECS` or `SUPPLEMENTAL-CODECS`.
    ///   - formats: the sample entry formats to convert, or nil for all.
    /// - Returns: the list, with blanks and other codecs unchanged.
    package static func list(_ list: String, changing formats: Set<FourCharacterCode>? = nil) -> String {
        list.split(separator: ",", omittingEmptySubsequences: false).map { element in
            let blanks = element.prefix { $0 == " " }
            let codec = element.dropFirst(blanks.count)
            for (format, convertedFormat) in MovieFormat.outOfBandFormats
            where formats?.contains(format) ?? true {
                let name = "\(format)"
                if codec == name || codec.hasPrefix(name + ".") {
                    return blanks + "\(convertedFormat)" + codec.dropFirst(name.count)
                }
            }
            return String(element)
        }.joined(separator: ",")
    }
}
