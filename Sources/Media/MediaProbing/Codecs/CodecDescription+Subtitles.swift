import ISOBaseMedia

extension CodecDescription {
    private static let timedTextNamespace = "http://www.w3.org/ns/ttml"

    /// Describes XML subtitles: TTML with the profile that the `mime` box names.
    ///
    /// If the box names none, the profile that HLS requires is an alternative.
    static func xmlSubtitles(_ entry: XMLSubtitleSampleEntry) -> CodecDescription {
        guard entry.namespace.hasPrefix(timedTextNamespace) else { return CodecDescription("stpp") }
        let parameter = "codecs="
        let profile = entry.contentType?.split(separator: ";").lazy
            .map { $0.drop { $0 == " " } }
            .first { $0.hasPrefix(parameter) }?
            .dropFirst(parameter.count).filter { $0 != "\"" }
        if let profile, !profile.isEmpty { return CodecDescription("stpp.ttml.\(profile)") }
        return CodecDescription("stpp.ttml", alternatives: ["stpp", "stpp.ttml.im1t"])
    }
}
