import HLSPlaylists

extension LintedMultivariant {
    /// A variant or I-frame variant, as rules about both see it.
    struct Stream {
        /// The line of the tag.
        let line: Int
        /// Which tag it is.
        let tag: TagName
        /// What it says.
        let information: StreamInformation
    }

    /// The variants and I-frame variants in the order of the lines.
    var streams: [Stream] {
        let variants = playlist.variants.map {
            Stream(line: $0.line, tag: .streamInformation, information: $0.stream)
        }
        let iFrameVariants = playlist.iFrameVariants.map {
            Stream(line: $0.line, tag: .iFrameStreamInformation, information: $0.stream)
        }
        return (variants + iFrameVariants).sorted { $0.line < $1.line }
    }
}
