import TransportStreams

extension ProgramMapTable.ElementaryStream {
    /// The tags of descriptors that identify private data: registration, metadata, VBI data, VBI teletext,
    /// teletext, subtitles, data broadcast, data broadcast id, extension (ISO/IEC 13818-1 table 2-45; ETSI EN
    /// 300 468 table 12).
    private static let identifyingTags: Set<UInt8> = [0x05, 0x26, 0x45, 0x46, 0x56, 0x59, 0x64, 0x66, 0x7F]

    /// Indicates whether the stream is private data in PES packets without a descriptor that identifies them.
    var isUnidentifiedPrivateData: Bool {
        type.rawValue == 0x06 && ElementaryStreamRole(self) == .data
            && !descriptors.contains { Self.identifyingTags.contains($0.tag) }
    }
}
