import Bitstreams
import ISOBaseMedia
import Mezzanines
import TextFormats

/// The `ftyp` and `moov` of a fragmented track.
struct InitializationBoxes {
    private let plan: FragmentedTrackPlan
    private let duration: UInt64

    private var track: SourceTrack { plan.track }
    private var isVideo: Bool { track.content == .video }

    /// track_ID of the only track.
    static let trackID: UInt32 = 1

    /// Creates the boxes of a track.
    ///
    /// - Parameters:
    ///   - plan: the data of the track.
    ///   - duration: the end of the track in the presentation, in ticks of the track.
    init(_ plan: FragmentedTrackPlan, duration: UInt64) {
        self.plan = plan
        self.duration = duration
    }

    var bytes: [UInt8] { plan.brands.fileType.bytes + movie.bytes }

    private var movie: BoxNode {
        BoxNode("moov", children: [movieHeader, trackBox, extends])
    }

    /// `mvhd`: timescale of the track, so that durations are exact; duration 0, as all media are in
    /// fragments.
    private var movieHeader: BoxNode {
        var fields = [UInt8](repeating: 0, count: 4 + 8)
        fields.append(bigEndian: track.timescale)
        fields.append(bigEndian: 0 as UInt32)
        // rate, volume, reserved
        fields.append(bigEndian: 0x0001_0000 as UInt32)
        fields.append(bigEndian: 0x0100 as UInt16)
        fields += [UInt8](repeating: 0, count: 10)
        fields += Self.unityMatrix
        // pre_defined, next_track_ID
        fields += [UInt8](repeating: 0, count: 24)
        fields.append(bigEndian: Self.trackID + 1)
        return BoxNode("mvhd", fields: fields)
    }

    private var trackBox: BoxNode {
        var children = [trackHeader]
        if plan.timeline.editMediaTime > 0 {
            let edit = EditListBox.Edit(duration: 0, mediaTime: UInt64(plan.timeline.editMediaTime))
            children.append(BoxNode("edts", children: [EditListBox(edits: [edit]).node]))
        }
        return BoxNode("trak", children: children + [media])
    }

    /// `tkhd`, with flags track_enabled and track_in_movie.
    private var trackHeader: BoxNode {
        var fields: [UInt8] = [0, 0, 0, 3] + [UInt8](repeating: 0, count: 8)
        fields.append(bigEndian: Self.trackID)
        // reserved, duration, reserved, layer, alternate_group
        fields += [UInt8](repeating: 0, count: 4 + 4 + 8 + 2 + 2)
        fields.append(bigEndian: (isVideo ? 0 : 0x0100) as UInt16)
        fields += [0, 0]
        fields += Self.unityMatrix
        let size = DisplaySize(track.format)
        fields.append(bigEndian: size.width)
        fields.append(bigEndian: size.height)
        return BoxNode("tkhd", fields: fields)
    }

    private var media: BoxNode {
        var header = [UInt8](repeating: 0, count: 4 + 8)
        header.append(bigEndian: track.timescale)
        header.append(bigEndian: 0 as UInt32)
        header.append(bigEndian: PackedLanguage(track.language).bits)
        header += [0, 0]
        let handler: FourCharacterCode = isVideo ? "vide" : "soun"
        var handlerFields = [UInt8](repeating: 0, count: 8)
        handlerFields.append(bigEndian: handler.rawValue)
        // reserved, and an empty name
        handlerFields += [UInt8](repeating: 0, count: 12 + 1)
        return BoxNode(
            "mdia",
            children: [BoxNode("mdhd", fields: header), BoxNode("hdlr", fields: handlerFields), information]
        )
    }

    private var information: BoxNode {
        let header =
            isVideo
            // graphicsmode, opcolor
            ? BoxNode("vmhd", fields: [0, 0, 0, 1] + [UInt8](repeating: 0, count: 8))
            // balance, reserved
            : BoxNode("smhd", fields: [UInt8](repeating: 0, count: 8))
        // The media are in the same file.
        let location = BoxNode("url ", fields: [0, 0, 0, 1])
        let reference = BoxNode("dref", fields: [0, 0, 0, 0, 0, 0, 0, 1] + location.bytes)
        return BoxNode(
            "minf",
            children: [header, BoxNode("dinf", children: [reference]), sampleTable]
        )
    }

    private var sampleTable: BoxNode {
        var entry = track.format.sampleEntry
        // data_reference_index, after six reserved bytes: there is one data reference here, but the source
        // may have had more.
        if entry.fields.count >= 8 {
            entry.fields = entry.fields.prefix(6) + [0, 1] + entry.fields.dropFirst(8)
        }
        var description = BoxNode("stsd", fields: [0, 0, 0, 0, 0, 0, 0, 1], children: [entry])
        description.sizeForm = .short
        let empty = [UInt8](repeating: 0, count: 8)
        var children = [
            description,
            BoxNode("stts", fields: empty), BoxNode("stsc", fields: empty),
            BoxNode("stsz", fields: empty + [0, 0, 0, 0]), BoxNode("stco", fields: empty),
        ]
        if let group = plan.rollGroup { children.append(group.descriptionBox) }
        return BoxNode("stbl", children: children)
    }

    private var extends: BoxNode {
        let isLong = duration > UInt64(UInt32.max)
        var header: [UInt8] = [isLong ? 1 : 0, 0, 0, 0]
        if isLong {
            header.append(bigEndian: duration)
        } else {
            header.append(bigEndian: UInt32(truncatingIfNeeded: duration))
        }
        // The defaults are in the fragments.
        var defaults: [UInt8] = [0, 0, 0, 0]
        for value in [Self.trackID, 1, 0, 0, 0] { defaults.append(bigEndian: value) }
        return BoxNode(
            "mvex",
            children: [BoxNode("mehd", fields: header), BoxNode("trex", fields: defaults)]
        )
    }

    /// The identity matrix: 16.16 fixed point, the last column 2.30.
    private static let unityMatrix: [UInt8] = {
        let values: [UInt32] = [0x0001_0000, 0, 0, 0, 0x0001_0000, 0, 0, 0, 0x4000_0000]
        return values.flatMap { [UInt8](bigEndian: $0) }
    }()
}

/// The display size in `tkhd`: 16.16 fixed point, in square pixels, 0 for audio.
struct DisplaySize: Hashable, Sendable {
    let width: UInt32
    let height: UInt32

    /// Computes the size from the coded size and the pixel aspect ratio in `pasp` (ISO/IEC 14496-12, 12.1.4).
    init(_ format: TrackFormat) {
        guard let picture = format.codedSize else {
            width = 0
            height = 0
            return
        }
        let pixelAspectRatio = format.sampleEntry.pixelAspectRatio
        let scaled =
            Int128(picture.width) * Int128(pixelAspectRatio?.width ?? 1) << 16
            / Int128(pixelAspectRatio?.height ?? 1)
        width = UInt32(clamping: scaled)
        height = UInt32(clamping: Int128(picture.height) << 16)
    }
}

/// A language code as in `mdhd`: three letters of five bits each (ISO/IEC 14496-12, 8.4.2.3).
struct PackedLanguage: Hashable, Sendable {
    let bits: UInt16

    /// Packs an ISO 639-2/T code; anything else becomes "und".
    init(_ code: String?) {
        let letters = Array((code ?? "").utf8)
        let isCode = letters.count == 3 && letters.allSatisfy(\.isASCIILowercase)
        bits = (isCode ? letters : Array("und".utf8)).reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }
}
