package import Bitstreams
package import ProtectionTerms

/// `sinf` of common encryption: what a sample entry was, and how its samples are encrypted (ISO/IEC 14496-12, 8.12.1, and
/// ISO/IEC 23001-7, 4).
package struct ProtectionSchemeInformationBox: Hashable, Sendable {
    /// `frma`: the format that the sample entry had before.
    package let originalFormat: FourCharacterCode
    /// `schm`.
    package let scheme: SchemeTypeBox
    /// `schi`/`tenc`; nil where there is none, as in other schemes.
    package let encryption: TrackEncryption?

    /// Information from its parts.
    package init(originalFormat: FourCharacterCode, scheme: ProtectionScheme, encryption: TrackEncryption) {
        self.originalFormat = originalFormat
        self.scheme = SchemeTypeBox(scheme)
        self.encryption = encryption
    }

    /// Reads the boxes in it that are known.
    package init(_ node: BoxNode) throws(ParseError) {
        originalFormat = try OriginalFormatBox.format(try node.only("frma").box)
        scheme = try SchemeTypeBox(try node.only("schm").box)
        let information = try node.atMostOne("schi")
        let track = try information?.atMostOne("tenc")
        if let track { encryption = try TrackEncryption(track.box) } else { encryption = nil }
    }

    /// The box.
    package var node: BoxNode {
        var children = [OriginalFormatBox.node(originalFormat), scheme.node]
        if let encryption { children.append(BoxNode("schi", children: [encryption.node])) }
        return BoxNode("sinf", children: children)
    }
}
