package import Bitstreams
package import ProtectionTerms

/// `sinf`: the original format of a sample entry and its common encryption (ISO/IEC 14496-12, 8.12.1, and
/// ISO/IEC 23001-7, 4).
package struct ProtectionSchemeInformationBox: Hashable, Sendable {
    /// `frma`: the original format of the sample entry.
    package let originalFormat: FourCharacterCode
    /// `schm`: the protection scheme.
    package let scheme: SchemeTypeBox
    /// `schi`/`tenc`: the default encryption of samples, or nil if absent, as in other schemes.
    package let encryption: TrackEncryption?

    /// Creates the box from its parts.
    package init(originalFormat: FourCharacterCode, scheme: ProtectionScheme, encryption: TrackEncryption) {
        self.originalFormat = originalFormat
        self.scheme = SchemeTypeBox(scheme)
        self.encryption = encryption
    }

    /// Reads the known boxes in `sinf`.
    package init(_ node: BoxNode) throws(ParseError) {
        originalFormat = try OriginalFormatBox.format(try node.only("frma").box)
        scheme = try SchemeTypeBox(try node.only("schm").box)
        let information = try node.atMostOne("schi")
        let track = try information?.atMostOne("tenc")
        if let track { encryption = try TrackEncryption(track.box) } else { encryption = nil }
    }

    /// The box as a tree.
    package var node: BoxNode {
        var children = [OriginalFormatBox.node(originalFormat), scheme.node]
        if let encryption { children.append(BoxNode("schi", children: [encryption.node])) }
        return BoxNode("sinf", children: children)
    }
}
