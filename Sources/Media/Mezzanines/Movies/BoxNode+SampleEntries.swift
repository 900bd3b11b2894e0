import Bitstreams
import ISOBaseMedia

extension BoxNode {
    /// The box with bytes of its own, so that it does not keep all of `moov` in memory, and without its place.
    var detached: BoxNode {
        // A made box writes the extended type as the first of its fields.
        let fields = Array(extendedType) + Array(fields)
        return BoxNode(type, fields: fields, children: isContainer ? children.map(\.detached) : nil)
    }

    /// The sample entry of video as `stsd` of fragmented MP4 has it (ISO/IEC 14496-12, 12.1.3).
    ///
    /// What QuickTime has in reserved fields is taken out (version, vendor, qualities, size of the data), and
    /// data_reference_index is 1.
    var pictureEntry: BoxNode {
        var entry = detached
        var fields = Array(entry.fields)
        for index in Array(0..<6) + Array(8..<24) + Array(36..<40) where index < fields.count {
            fields[index] = 0
        }
        if fields.count >= 8 { fields.replaceSubrange(6..<8, with: [0, 1]) }
        entry.fields = fields[...]
        entry.children = entry.children.withoutCopies
        return entry
    }

    /// The sample entry of sound with the configuration that QuickTime has in `wave` where the others are; `wave` is gone.
    ///
    /// - Throws: `ParseError` where `wave` is malformed.
    var withoutWave: BoxNode {
        get throws(ParseError) {
            var entry = self
            entry.children = []
            for child in children {
                if child.type == "wave" {
                    entry.children += try child.waveConfiguration
                } else {
                    entry.children.append(child)
                }
            }
            return entry
        }
    }

    /// The sample entry of sound in the form of version 0 (12.2.3).
    ///
    /// Channels and sampling rate of the longer forms are those of `sound`; of version 0 they stay.
    ///
    /// - Parameter sound: what the configuration says.
    /// - Returns: the entry.
    /// - Throws: `ParseError` where the fields are cut short.
    func soundEntry(_ sound: TrackFormat.Sound) throws(ParseError) -> BoxNode {
        var reader = box.reader
        try reader.skip(8)
        let version = try reader.uint16()
        try reader.skip(6)
        var numbers = Array(try reader.take(12))
        // pre_defined and reserved: QuickTime's compression id and packet size.
        numbers.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        if version > 0 {
            let rate = UInt16(exactly: sound.samplingRate) ?? 0
            numbers = [UInt8](bigEndian: UInt16(clamping: sound.channelCount)) + [0, 16, 0, 0, 0, 0]
            numbers.append(bigEndian: UInt32(rate) << 16)
        }
        // `srat` is of version 1 of ISO only.
        let children = children.filter { $0.type != "srat" }.map(\.detached)
        return BoxNode(
            type,
            fields: [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8) + numbers,
            children: children.withoutCopies
        )
    }

    /// The configuration of the decoder in `wave`, without `frma`, an empty copy of the entry and the terminator
    /// (QuickTime file format, siDecompressionParam).
    private var waveConfiguration: [BoxNode] {
        get throws(ParseError) {
            var reader = box.reader
            var found: [BoxNode] = []
            var tree = BoxTreeReader()
            // The terminator has a type that is zero.
            while reader.count >= 8, reader.rest.dropFirst(4).prefix(4).contains(where: { $0 != 0 }) {
                let child = try Box(&reader)
                guard Self.soundConfigurations.contains(child.type) else { continue }
                found.append(try tree.node(containing: child))
            }
            return found
        }
    }

    /// The boxes with the configuration of a decoder of sound.
    private static let soundConfigurations: Set<FourCharacterCode> = [
        "esds", "dac3", "dec3", "alac", "dOps", "dfLa",
    ]
}

extension [BoxNode] {
    /// The boxes without those that are equal to one before them: some writers have a configuration twice, and FFmpeg reads no
    /// file with two of Opus.
    fileprivate var withoutCopies: [BoxNode] {
        var known: Set<BoxNode> = []
        return filter { known.insert($0).inserted }
    }
}
