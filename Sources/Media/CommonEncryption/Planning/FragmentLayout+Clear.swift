import Bitstreams
import ISOBaseMedia
import ProtectionTerms
import SampleEncryption

extension FragmentLayout {
    /// Throws if the fragment has signs of encryption, or auxiliary information of another kind, whose
    /// offsets would change.
    func requireClear() throws(SampleEncryptionError) {
        if let header = node.first("pssh") {
            throw .alreadyEncrypted(offset: header.offset, what: "'pssh' in 'moof'")
        }
        for fragment in trackFragments {
            for child in node.children[fragment.childIndex].children {
                try Self.requireClear(child)
            }
        }
    }

    private static func requireClear(_ child: BoxNode) throws(SampleEncryptionError) {
        if SampleEncryptionBox.isForm(of: child) {
            throw .alreadyEncrypted(offset: child.offset, what: "'senc' in 'traf'")
        }
        switch child.type {
        case "sgpd", "sbgp":
            let type = try wrappingParseErrors { () throws(ParseError) in
                try SampleToGroupBox.groupingType(of: child.box)
            }
            guard type != SampleEncryptionGroup.type else {
                throw .alreadyEncrypted(offset: child.offset, what: "sample group 'seig' in 'traf'")
            }
        case "saiz", "saio":
            let type = try wrappingParseErrors { () throws(ParseError) in
                child.type == "saiz"
                    ? try SampleAuxiliaryInformationSizesBox(child.box).informationType
                    : try SampleAuxiliaryInformationOffsetsBox(child.box).informationType
            }
            guard let type, ProtectionScheme(type) == nil else {
                throw .alreadyEncrypted(offset: child.offset, what: "'\(child.type)' in 'traf'")
            }
            throw .unsupported(
                offset: child.offset,
                what: "sample auxiliary information of type '\(type)' ('\(child.type)')",
                remedy: "Package the media again without it"
            )
        default:
            break
        }
    }
}
