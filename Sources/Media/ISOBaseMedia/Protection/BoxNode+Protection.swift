import Bitstreams
import ProtectionTerms

extension BoxNode {
    /// Indicates whether a box of `traf` or `stbl` describes sample encryption.
    ///
    /// These are `senc` in both forms, `saiz` and `saio` of a protection scheme, and `sgpd` and `sbgp` of
    /// type `seig` (ISO/IEC 23001-7, 6 and 7).
    package var describesSampleEncryption: Bool {
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
