import Bitstreams
import ISOBaseMedia

extension BoxNode {
    /// A copy of the box with its own bytes, so that it does not keep all of `moov` in memory, and without
    /// offsets.
    var detached: BoxNode {
        // A new box has no extended type, so that of the old box becomes the start of the fields.
        let fields = Array(extendedType) + Array(fields)
        return BoxNode(type, fields: fields, children: isContainer ? children.map(\.detached) : nil)
    }

    /// The video sample entry as in `stsd` of fragmented MP4 (ISO/IEC 14496-12, 12.1.3).
    ///
    /// The values that QuickTime has in reserved fields are zeroed (version, vendor, qualities, data size),
    /// and data_reference_index is 1.
    var isoVideoEntry: BoxNode {
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

    /// The audio sample entry with the decoder configuration moved out of QuickTime's `wave` box, which is
    /// removed.
    ///
    /// - Throws: `ParseError` if `wave` is malformed.
    var flattened: BoxNode {
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

    /// Returns the audio sample entry converted to version 0 (12.2.3).
    ///
    /// An entry of a newer version gets the channels and sampling rate of `sound`; one of version 0 keeps its
    /// own.
    ///
    /// - Parameter sound: the audio properties by the decoder configuration.
    /// - Returns: the converted entry.
    /// - Throws: `ParseError` if the fields are cut short.
    func isoAudioEntry(_ sound: TrackFormat.Sound) throws(ParseError) -> BoxNode {
        var reader = box.reader
        try reader.skip(8)
        let version = try reader.uint16()
        try reader.skip(6)
        var numbers = Array(try reader.read(12))
        // pre_defined and reserved, where QuickTime has compression id and packet size
        numbers.replaceSubrange(4..<8, with: [0, 0, 0, 0])
        if version > 0 {
            let rate = UInt16(exactly: sound.samplingRate) ?? 0
            numbers = [UInt8](bigEndian: UInt16(clamping: sound.channelCount)) + [0, 16, 0, 0, 0, 0]
            numbers.append(bigEndian: UInt32(rate) << 16)
        }
        // Only version 1 of ISO base media has `srat`.
        let children = children.filter { $0.type != "srat" }.map(\.detached)
        return BoxNode(
            type,
            fields: [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8) + numbers,
            children: children.withoutCopies
        )
    }

    /// The decoder configuration in `wave`.
    ///
    /// It leaves out `frma`, an empty copy of the sample entry, and the terminator (QuickTime file format,
    /// siDecompressionParam).
    private var waveConfiguration: [BoxNode] {
        get throws(ParseError) {
            var reader = box.reader
            var found: [BoxNode] = []
            var tree = BoxTreeReader()
            // The type of the terminator is 0.
            while reader.count >= 8, reader.remainingBytes.dropFirst(4).prefix(4).contains(where: { $0 != 0 })
            {
                let child = try Box(&reader)
                guard Self.soundConfigurations.contains(child.type) else { continue }
                found.append(try tree.node(containing: child))
            }
            return found
        }
    }

    /// The types of boxes with an audio decoder configuration.
    private static let soundConfigurations: Set<FourCharacterCode> = [
        "esds", "dac3", "dec3", "alac", "dOps", "dfLa",
    ]
}

extension [BoxNode] {
    /// The boxes without copies of earlier ones.
    ///
    /// Some writers write a configuration twice, and FFmpeg does not read a file with two for Opus.
    fileprivate var withoutCopies: [BoxNode] {
        var known: Set<BoxNode> = []
        return filter { known.insert($0).inserted }
    }
}
