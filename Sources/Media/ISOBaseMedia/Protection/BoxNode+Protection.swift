import Bitstreams
import ProtectionTerms

extension BoxNode {
    /// Whether a box of `traf` or `stbl` tells how samples are encrypted: `senc` in either form, `saiz` and `saio` of a protection
    /// scheme, `sgpd` and `sbgp` of type `seig` (ISO/IEC 23001-7, 6 and 7).
    package var describesProtection: Bool {
        get throws(ParseError) {
            if SampleEncryptionBox.isForm(of: self) { return true }
            switch type {
            case "saiz":
                return ProtectionScheme.owns(
                    informationType: try SampleAuxiliaryInformationSizesBox(box).informationType
                )
            case "saio":
                return ProtectionScheme.owns(
                    informationType: try SampleAuxiliaryInformationOffsetsBox(box).informationType
                )
            case "sgpd", "sbgp":
                return try SampleToGroupBox.groupingType(of: box) == SampleEncryptionGroup.type
            default:
                return false
            }
        }
    }
}
