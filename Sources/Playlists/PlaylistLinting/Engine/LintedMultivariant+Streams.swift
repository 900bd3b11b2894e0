import HLSPlaylists

extension LintedMultivariant {
    /// A variant or I-frame variant, in the form that checks of both use.
    struct Stream {
        let line: Int
        /// `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF`.
        let tag: TagName
        /// The attributes that both tags have.
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
