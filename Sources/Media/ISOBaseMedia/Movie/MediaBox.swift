package import Bitstreams

/// `mdia`: what a track's media is (ISO/IEC 14496-12, 8.4.1).
package struct MediaBox: Hashable, Sendable {
    /// Ticks a second, from `mdhd`; not 0.
    package let timescale: UInt32
    /// handler_type of `hdlr`: `vide`, `soun`, `text`, `subt`, ...
    package let handlerType: FourCharacterCode
    /// `minf`/`stbl`/`stsd`.
    package let sampleDescriptions: SampleDescriptionBox

    /// The formats of the sample entries.
    package var sampleFormats: [FourCharacterCode] { sampleDescriptions.entries.map(\.type) }

    /// Reads the body and the boxes in it that are known; others are passed over.
    package init(_ box: Box) throws(ParseError) {
        var timescale: UInt32?
        var handlerType: FourCharacterCode?
        var sampleDescriptions: SampleDescriptionBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mdhd":
                guard timescale == nil else { throw child.isRepeated }
                timescale = try Self.timescale(child)
            case "hdlr":
                guard handlerType == nil else { throw child.isRepeated }
                handlerType = try Self.handlerType(child)
            case "minf":
                guard sampleDescriptions == nil else { throw child.isRepeated }
                let table = try child.only("stbl")
                sampleDescriptions = try SampleDescriptionBox(try table.only("stsd"))
            default:
                break
            }
        }
        guard let timescale else { throw box.lacks("mdhd") }
        guard let handlerType else { throw box.lacks("hdlr") }
        guard let sampleDescriptions else { throw box.lacks("minf") }
        self.timescale = timescale
        self.handlerType = handlerType
        self.sampleDescriptions = sampleDescriptions
    }

    /// `mdhd` (8.4.2): the timescale stands between times of 32 or 64 bits; language and a reserved field follow.
    private static func timescale(_ box: Box) throws(ParseError) -> UInt32 {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, newest: 1)
        try reader.skip(full.version == 0 ? 8 : 16)
        let offset = reader.offset
        let timescale = try reader.uint32()
        try reader.skip(full.version == 0 ? 8 : 12)
        guard timescale > 0 else {
            throw .invalid(offset: offset, field: "timescale", found: "0", expected: "at least 1")
        }
        return timescale
    }

    /// `hdlr` (8.4.3).
    private static func handlerType(_ box: Box) throws(ParseError) -> FourCharacterCode {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, newest: 0)
        try reader.skip(4)
        return try FourCharacterCode(&reader)
    }
}
