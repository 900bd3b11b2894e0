package import Bitstreams

/// The `seig` sample groups, whose samples have other encryption parameters than those of `tenc` (ISO/IEC
/// 23001-7, 6).
package enum SampleEncryptionGroup {
    /// grouping_type.
    package static let type: FourCharacterCode = "seig"
    /// The number added to the index of a group described in the track fragment itself (ISO/IEC 14496-12,
    /// 8.9.4).
    package static let localIndexBase: UInt32 = 0x1_0000

    /// Returns the body of an `sbgp`, version 0, that assigns all samples of a track fragment to the first
    /// group of its `sgpd`.
    package static func assignmentBody(sampleCount: UInt32) -> [UInt8] {
        [0, 0, 0, 0] + [UInt8](bigEndian: type.rawValue) + [0, 0, 0, 1]
            + [UInt8](bigEndian: sampleCount) + [UInt8](bigEndian: localIndexBase + 1)
    }

    /// Returns the body of an `sgpd`, version 1, with one group.
    package static func descriptionBody(_ encryption: TrackEncryption) -> [UInt8] {
        let entry = encryption.sampleGroupEntry
        return [1, 0, 0, 0] + [UInt8](bigEndian: type.rawValue)
            + [UInt8](bigEndian: UInt32(clamping: entry.count)) + [0, 0, 0, 1] + entry
    }

    /// Reads the entries of an `sgpd` of type `seig`, versions 1 and 2.
    package static func descriptions(_ box: Box) throws(ParseError) -> [TrackEncryption] {
        var reader = box.reader
        let version = try FullBoxHeader(&reader, maximumVersion: 2).version
        guard version > 0 else {
            throw .invalid(
                offset: box.bodyOffset,
                field: "box version",
                found: "0",
                expected: "1 or 2, as version 0 of 'sgpd' does not tell the sizes of its entries"
            )
        }
        try reader.skip(4)
        let defaultSize = version == 1 ? try reader.uint32() : 0
        if version == 2 { try reader.skip(4) }
        let count = try reader.uint32()
        var entries: [TrackEncryption] = []
        for _ in 0..<count {
            let size = version == 1 && defaultSize == 0 || version == 2 ? try reader.uint32() : defaultSize
            var entry = try reader.subreader(size)
            entries.append(try TrackEncryption(sampleGroupEntry: &entry))
        }
        return entries
    }
}
