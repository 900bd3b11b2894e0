package import Bitstreams

/// A reader of boxes with all their descendants.
package struct BoxTreeReader: Sendable {
    /// The maximum number of boxes that are read, so that containers full of empty boxes do not fill the
    /// memory.
    static let boxLimit = 100_000

    /// The errors found in lenient reading.
    package private(set) var faults: [ParseError] = []

    private let isLenient: Bool
    private var boxesLeft = Self.boxLimit

    /// - Parameter isLenient: if true, a malformed child ends the reading of its container, whose rest is
    ///   kept as `tail`, and the error is added to `faults`; if false, the error is thrown.
    package init(isLenient: Bool = false) {
        self.isLenient = isLenient
    }

    /// Reads the next top-level box; one of size 0 takes all bytes that are left.
    ///
    /// - Parameter reader: a reader at the start of the box, left at its end.
    /// - Returns: the box.
    /// - Throws: `ParseError` if the header is malformed or cut short, or the size exceeds the bytes that are
    ///   left; unless lenient, also if a descendant is malformed.
    package mutating func node(_ reader: inout ByteReader) throws(ParseError) -> BoxNode {
        try node(&reader, at: .root, Track())
    }

    /// Reads the descendants of a box whose header was read before; its size will be written with 32 bits.
    package mutating func node(containing box: Box) throws(ParseError) -> BoxNode {
        let layout = BoxLayout.layout(of: box.type, at: .root, handler: nil)
        let header = BoxHeader(type: box.type, bodySize: UInt64(box.body.count))
        return try node(header, box.offset, box.reader, layout, Track())
    }

    /// Reads top-level boxes up to the end of `reader`.
    package mutating func nodes(_ reader: ByteReader) throws(ParseError) -> [BoxNode] {
        var reader = reader
        var nodes: [BoxNode] = []
        while !reader.isAtEnd { nodes.append(try node(&reader)) }
        return nodes
    }

    /// The properties of a track on which the layout of its boxes depends.
    private struct Track {
        /// handler_type of `hdlr`, or nil outside of tracks or if unreadable.
        var handler: FourCharacterCode?
        /// The version of `stsd`.
        var descriptionVersion: UInt8 = 0
    }

    private mutating func node(
        _ reader: inout ByteReader,
        at parent: BoxLayout.Parent,
        _ track: Track
    ) throws(ParseError) -> BoxNode {
        let offset = reader.offset
        guard boxesLeft > 0 else {
            throw .invalid(
                offset: offset,
                field: "number of boxes",
                found: "above \(Self.boxLimit)",
                expected: "at most \(Self.boxLimit)"
            )
        }
        boxesLeft -= 1
        let (header, body) = try Self.readHeader(&reader, isRoot: parent == .root)
        let layout = BoxLayout.layout(of: header.type, at: parent, handler: track.handler)
        guard isLenient else { return try node(header, offset, body, layout, track) }
        do {
            return try node(header, offset, body, layout, track)
        } catch {
            // The fields before the children are cut short, or the version of an audio sample entry is
            // unknown.
            faults.append(error)
            return BoxNode(header, offset: offset, fields: body.remainingBytes, children: nil)
        }
    }

    private mutating func node(
        _ header: BoxHeader,
        _ offset: UInt64,
        _ body: ByteReader,
        _ layout: BoxLayout,
        _ track: Track
    ) throws(ParseError) -> BoxNode {
        guard let fieldsSize = try fieldsSize(layout, body, of: header.type, track) else {
            return BoxNode(header, offset: offset, fields: body.remainingBytes, children: nil)
        }
        var reader = body
        let fields = try reader.read(fieldsSize)
        let parent: BoxLayout.Parent = layout.isSampleEntry ? .sampleEntry : .box(header.type)
        var track = track
        if header.type == "mdia" { track.handler = Self.handler(reader) }
        if header.type == "stsd" { track.descriptionVersion = fields.first ?? 0 }
        var children: [BoxNode] = []
        while !reader.isAtEnd {
            if layout.isSampleEntry, reader.count < 8, reader.remainingBytes.allSatisfy({ $0 == 0 }) { break }
            let start = reader
            do {
                children.append(try node(&reader, at: parent, track))
            } catch {
                guard isLenient else { throw error }
                faults.append(error)
                reader = start
                break
            }
        }
        return BoxNode(
            header,
            offset: offset,
            fields: fields,
            children: children,
            tail: reader.remainingBytes
        )
    }

    /// Returns the size in bytes of the fields before the children, or nil for a leaf.
    private func fieldsSize(
        _ layout: BoxLayout,
        _ body: ByteReader,
        of type: FourCharacterCode,
        _ track: Track
    ) throws(ParseError) -> Int? {
        switch layout {
        case .leaf: return nil
        case .container(let size): return size
        case .visualSampleEntry: return VisualSampleEntry.fieldsSize
        case .audioSampleEntry:
            return try AudioSampleEntry.fieldsSize(
                body,
                of: type,
                descriptionVersion: track.descriptionVersion
            )
        }
    }

    /// Reads the header of the next box and returns it with a reader of the body.
    private static func readHeader(
        _ reader: inout ByteReader,
        isRoot: Bool
    ) throws(ParseError) -> (BoxHeader, ByteReader) {
        var ahead = reader
        let header = try BoxHeader(&ahead)
        guard isRoot, header.extent == .toTheEnd else {
            let box = try Box(&reader)
            return (header, box.reader)
        }
        reader = ByteReader([], at: ahead.offset + UInt64(ahead.count))
        return (header, ahead)
    }

    /// Returns handler_type of `hdlr` in `mdia`, or nil if it is unreadable, which other parsers report.
    private static func handler(_ media: ByteReader) -> FourCharacterCode? {
        var children = BoxIterator(media)
        while let child = try? children.next() {
            guard child.type == "hdlr" else { continue }
            // version, flags and pre_defined
            var reader = child.reader
            guard (try? reader.skip(8)) != nil else { return nil }
            return try? FourCharacterCode(&reader)
        }
        return nil
    }
}

extension BoxLayout {
    fileprivate var isSampleEntry: Bool { self == .visualSampleEntry || self == .audioSampleEntry }
}
