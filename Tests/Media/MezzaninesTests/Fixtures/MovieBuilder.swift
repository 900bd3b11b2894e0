import Bitstreams
import ISOBaseMedia
import Mezzanines

/// A movie built box by box: first media data, then `moov`, then fragments.
struct MovieBuilder: Sendable {
    var timescale: UInt32 = 1000
    var tracks: [MadeTrack] = [MadeTrack()]
    /// Indicates whether chunk offsets have 64 bits, and `mdat` a 64-bit size.
    var isLarge = false
    /// The boxes in `moov` after the tracks.
    var more: [BoxNode] = []
    /// The fragments after `moov`.
    var fragments: [MadeFragment] = []
    /// Indicates whether `moov` is written.
    var hasMovie = true
    /// A change of `moov` before it is written.
    var change: @Sendable (inout BoxNode) -> Void = { _ in }

    var bytes: [UInt8] {
        var bytes = BoxNode("ftyp", fields: Array("isom".utf8) + [0, 0, 0, 0] + Array("isom".utf8)).bytes
        var data = BoxNode("mdat", fields: tracks.flatMap { $0.samples.flatMap(\.bytes) })
        if isLarge { data.sizeForm = .large }
        var offset = bytes.count + data.headerSize
        var nodes: [BoxNode] = []
        for (number, track) in tracks.enumerated() {
            nodes.append(track.node(id: UInt32(number + 1), offset: offset, isLarge: isLarge))
            offset += track.samples.reduce(0) { $0 + $1.bytes.count }
        }
        let times = [UInt8](repeating: 0, count: 12)
        let header = BoxNode(
            "mvhd",
            fields: times + word(timescale) + [UInt8](repeating: 0, count: 84)
        )
        var movie = BoxNode("moov", children: [header] + nodes + more)
        if !fragments.isEmpty {
            let defaults = tracks.indices.map { index in
                BoxNode("trex", fields: [0, 0, 0, 0] + [UInt32(index + 1), 1, 0, 0, 0].flatMap(word))
            }
            movie.children.append(BoxNode("mvex", children: defaults))
        }
        change(&movie)
        bytes += data.bytes
        if hasMovie { bytes += movie.bytes }
        for fragment in fragments { bytes += fragment.bytes }
        return bytes
    }

    /// Changes `stbl` of all tracks before `moov` is written.
    mutating func changeTables(_ body: @escaping @Sendable (inout BoxNode) -> Void) {
        change = { movie in
            movie.updateAll("trak") { track in
                track.updateAll("mdia") { media in media.updateAll("minf") { $0.updateAll("stbl", body) } }
            }
        }
    }

    func read(taking choices: Set<TrackChoice> = [.all]) throws(MezzanineError) -> Mezzanine {
        try Mezzanine.read(path: "in.mp4", InMemoryByteSource(bytes), selecting: choices)
    }
}

/// A track of a `MovieBuilder`.
struct MadeTrack: Sendable {
    struct Sample: Sendable {
        var bytes: [UInt8] = [1, 2, 3]
        var duration: UInt32 = 10
        var compositionOffset: Int32 = 0
        var isSync = true
        var description: UInt32 = 1
    }

    var handler = "vide"
    var timescale: UInt32 = 100
    /// The packed language code, by default "und".
    var language: UInt16 = 0x55C4
    var entries = [Entries.avc]
    var samples = [Sample](repeating: Sample(), count: 4)
    var edits: [EditListBox.Edit] = []
    /// The flags of the data reference: 1 if the media data are in this file.
    var referenceFlags: UInt8 = 1
    var references: BoxNode?
    /// Indicates whether `tkhd` has the flag track_enabled.
    var isEnabled = true
    var alternateGroup: UInt8 = 0
    /// The matrix of `tkhd`, nine words; all zeros for none.
    var matrix = [UInt32](repeating: 0, count: 9)
    /// The boxes after the sample entries.
    var padding: [BoxNode] = []

    func node(id: UInt32, offset: Int, isLarge: Bool) -> BoxNode {
        let track = BoxNode(
            "tkhd",
            fields: [0, 0, 0, isEnabled ? 1 : 0] + zeros(8) + word(id) + zeros(18) + [0, alternateGroup]
                + zeros(4) + matrix.flatMap(word) + zeros(8)
        )
        let media = BoxNode(
            "mdhd",
            fields: zeros(12) + word(timescale) + zeros(4) + [UInt8](bigEndian: language) + zeros(2)
        )
        let handler = BoxNode("hdlr", fields: zeros(8) + Array(handler.utf8) + zeros(13))
        let reference = BoxNode("url ", fields: [0, 0, 0, referenceFlags])
        let data = BoxNode("dinf", children: [BoxNode("dref", fields: zeros(4) + word(1) + reference.bytes)])
        let information = BoxNode("minf", children: [data, table(offset: offset, isLarge: isLarge)])
        let mediaBox = BoxNode("mdia", children: [media, handler, information])
        let list = edits.isEmpty ? [] : [BoxNode("edts", children: [EditListBox(edits: edits).node])]
        return BoxNode("trak", children: [track] + list + (references.map { [$0] } ?? []) + [mediaBox])
    }

    /// Returns a sample table in which each sample is a chunk.
    private func table(offset: Int, isLarge: Bool) -> BoxNode {
        let numbers = samples.indices
        let count = word(UInt32(samples.count))
        var offsets: [UInt8] = []
        var chunkOffset = UInt64(offset)
        for sample in samples {
            offsets += isLarge ? [UInt8](bigEndian: chunkOffset) : word(UInt32(chunkOffset))
            chunkOffset += UInt64(sample.bytes.count)
        }
        let descriptions = numbers.map { word(UInt32($0 + 1)) + word(1) + word(samples[$0].description) }
        let sync = numbers.filter { samples[$0].isSync }
        var children = [
            BoxNode("stsd", fields: zeros(4) + word(UInt32(entries.count)), children: entries + padding),
            BoxNode("stts", fields: zeros(4) + count + samples.flatMap { word(1) + word($0.duration) }),
            BoxNode("stsc", fields: zeros(4) + count + descriptions.joined()),
            BoxNode(
                "stsz",
                fields: zeros(8) + count + samples.flatMap { word(UInt32($0.bytes.count)) }
            ),
            BoxNode(isLarge ? "co64" : "stco", fields: zeros(4) + count + offsets),
        ]
        if samples.contains(where: { $0.compositionOffset != 0 }) {
            let rows = samples.flatMap { word(1) + word(UInt32(bitPattern: $0.compositionOffset)) }
            children.append(BoxNode("ctts", fields: [1, 0, 0, 0] + count + rows))
        }
        if sync.count < samples.count {
            let rows = sync.flatMap { word(UInt32($0 + 1)) }
            children.append(BoxNode("stss", fields: zeros(4) + word(UInt32(sync.count)) + rows))
        }
        return BoxNode("stbl", children: children)
    }
}

/// A fragment: `moof` and `mdat` with samples of three bytes.
struct MadeFragment: Sendable {
    struct Track: Sendable {
        var id: UInt32 = 1
        /// The time in `tfdt`, or nil for no `tfdt`.
        var decodeTime: UInt64?
        /// The duration of each sample.
        var durations: [UInt32] = [10, 10]
        var description: UInt32 = 1
        var size: UInt32 = 3
    }

    var tracks: [Track] = [Track()]
    /// The boxes at the end of each `traf`.
    var more: [BoxNode] = []

    var bytes: [UInt8] {
        let size = moof(dataOffset: 0).size
        let count = tracks.reduce(0) { $0 + $1.durations.count * Int($1.size) }
        let data = BoxNode("mdat", fields: [UInt8](repeating: 7, count: count))
        return moof(dataOffset: UInt32(size) + 8).bytes + data.bytes
    }

    private func moof(dataOffset: UInt32) -> BoxNode {
        var children = [BoxNode("mfhd", fields: zeros(4) + word(1))]
        var offset = dataOffset
        for track in tracks {
            // default-base-is-moof, sample description index, size and flags
            let header = BoxNode(
                "tfhd",
                fields: [0, 2, 0, 0x32] + word(track.id) + word(track.description) + word(track.size)
                    + zeros(4)
            )
            let rows = track.durations.flatMap(word)
            // data offset and durations
            let run = BoxNode(
                "trun",
                fields: [0, 0, 1, 1] + word(UInt32(track.durations.count)) + word(offset) + rows
            )
            let time = track.decodeTime.map {
                [BoxNode("tfdt", fields: [1, 0, 0, 0] + [UInt8](bigEndian: $0))]
            }
            children.append(BoxNode("traf", children: [header] + (time ?? []) + [run] + more))
            offset += UInt32(track.durations.count) * track.size
        }
        return BoxNode("moof", children: children)
    }
}

func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

func word(_ value: UInt32) -> [UInt8] { [UInt8](bigEndian: value) }
