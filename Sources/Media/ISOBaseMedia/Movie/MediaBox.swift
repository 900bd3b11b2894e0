import Bitstreams

/// `mdia`: the media format of a track (ISO/IEC 14496-12, 8.4.1).
package struct MediaBox: Hashable, Sendable {
    /// The ticks per second from `mdhd`, at least 1.
    package let timescale: UInt32
    /// handler_type of `hdlr`: `vide`, `soun`, `text`, `subt`, ...
    package let handlerType: FourCharacterCode
    /// The sample descriptions (`minf`/`stbl`/`stsd`).
    package let sampleDescriptions: SampleDescriptionBox

    /// The types of the sample entries, in order.
    package var sampleFormats: [FourCharacterCode] { sampleDescriptions.entries.map(\.type) }

    /// Reads the body with the known boxes in it, and skips others.
    init(_ box: Box) throws(ParseError) {
        var timescale: UInt32?
        var handlerType: FourCharacterCode?
        var sampleDescriptions: SampleDescriptionBox?
        var children = box.children
        while let child = try children.next() {
            switch child.type {
            case "mdhd":
                guard timescale == nil else { throw child.repeatedBoxError }
                timescale = try Self.timescale(child)
            case "hdlr":
                guard handlerType == nil else { throw child.repeatedBoxError }
                handlerType = try Self.handlerType(child)
            case "minf":
                guard sampleDescriptions == nil else { throw child.repeatedBoxError }
                let table = try child.only("stbl")
                sampleDescriptions = try SampleDescriptionBox(try table.only("stsd"))
            default:
                break
            }
        }
        guard let timescale else { throw box.missingBoxError("mdhd") }
        guard let handlerType else { throw box.missingBoxError("hdlr") }
        guard let sampleDescriptions else { throw box.missingBoxError("minf") }
        self.timescale = timescale
        self.handlerType = handlerType
        self.sampleDescriptions = sampleDescriptions
    }

    /// Reads the timescale of `mdhd` (8.4.2).
    ///
    /// The timescale is between times of 32 or 64 bits; language and a reserved field follow.
    private static func timescale(_ box: Box) throws(ParseError) -> UInt32 {
        var reader = box.reader
        let full = try FullBoxHeader(&reader, maximumVersion: 1)
        try reader.skip(full.version == 0 ? 8 : 16)
        let offset = reader.offset
        let timescale = try reader.uint32()
        try reader.skip(full.version == 0 ? 8 : 12)
        guard timescale > 0 else {
            throw .invalid(offset: offset, field: "timescale", found: "0", expected: "at least 1")
        }
        return timescale
    }

    /// Reads handler_type of `hdlr` (8.4.3).
    private static func handlerType(_ box: Box) throws(ParseError) -> FourCharacterCode {
        var reader = box.reader
        _ = try FullBoxHeader(&reader, maximumVersion: 0)
        try reader.skip(4)
        return try FourCharacterCode(&reader)
    }
}
