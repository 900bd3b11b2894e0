package import Bitstreams

/// Reads boxes with all that is in them.
package struct BoxTreeReader: Sendable {
    /// The most boxes that are read, so that a container full of empty boxes does not fill the memory.
    package static let boxLimit = 100_000

    /// What is wrong, where faults do not end the reading.
    package private(set) var faults: [ParseError] = []

    private let isLenient: Bool
    private var boxesLeft = Self.boxLimit

    /// - Parameter isLenient: whether a container with a fault is read up to it, and what is behind it is kept as `tail`;
    ///   otherwise a fault is an error.
    package init(isLenient: Bool = false) {
        self.isLenient = isLenient
    }

    /// Reads the next box at the top level; size 0 takes all that is left.
    ///
    /// - Parameter reader: what starts with the box; it is left behind the box.
    /// - Returns: the box.
    /// - Throws: `ParseError` for a header that is cut short or wrong, a size beyond what there is, and, unless faults are
    ///   allowed, what is wrong inside.
    package mutating func node(_ reader: inout ByteReader) throws(ParseError) -> BoxNode {
        try node(&reader, at: .root, Track())
    }

    /// Reads what is in a box whose header was read already; it is written with a 32-bit size.
    package mutating func node(containing box: Box) throws(ParseError) -> BoxNode {
        let layout = BoxLayout.layout(of: box.type, at: .root, handler: nil)
        let header = BoxHeader(type: box.type, bodySize: UInt64(box.body.count))
        return try node(header, box.offset, box.reader, layout, Track())
    }

    /// Reads boxes at the top level up to the end.
    package mutating func nodes(_ reader: ByteReader) throws(ParseError) -> [BoxNode] {
        var reader = reader
        var nodes: [BoxNode] = []
        while !reader.isAtEnd { nodes.append(try node(&reader)) }
        return nodes
    }

    /// What boxes of a track need to know of others.
    private struct Track {
        /// handler_type.
        var handler: FourCharacterCode?
        /// The version of `stsd`.
        var descriptionVersion: UInt8 = 0
    }

    private mutating func node(
        _ reader: inout ByteReader,
        at place: BoxLayout.Place,
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
        let (header, body) = try Self.split(&reader, isRoot: place == .root)
        let layout = BoxLayout.layout(of: header.type, at: place, handler: track.handler)
        guard isLenient else { return try node(header, offset, body, layout, track) }
        do {
            return try node(header, offset, body, layout, track)
        } catch {
            // The fields in front of the children are cut short.
            faults.append(error)
            return BoxNode(header, offset: offset, fields: body.rest, children: nil)
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
            return BoxNode(header, offset: offset, fields: body.rest, children: nil)
        }
        var reader = body
        let fields = try reader.take(fieldsSize)
        let place: BoxLayout.Place = layout.isSampleEntry ? .sampleEntry : .box(header.type)
        var track = track
        if header.type == "mdia" { track.handler = Self.handler(reader) }
        if header.type == "stsd" { track.descriptionVersion = fields.first ?? 0 }
        var children: [BoxNode] = []
        while !reader.isAtEnd {
            if layout.isSampleEntry, reader.count < 8, reader.rest.allSatisfy({ $0 == 0 }) { break }
            let start = reader
            do {
                children.append(try node(&reader, at: place, track))
            } catch {
                guard isLenient else { throw error }
                faults.append(error)
                reader = start
                break
            }
        }
        return BoxNode(header, offset: offset, fields: fields, children: children, tail: reader.rest)
    }

    /// Bytes of the fields in front of the children; nil for a leaf.
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

    /// The header of the next box and its body.
    private static func split(
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

    /// handler_type of `hdlr` in a `mdia`; nil where that cannot be told, which others complain of.
    private static func handler(_ media: ByteReader) -> FourCharacterCode? {
        var children = BoxIterator(media)
        while let child = try? children.next() {
            guard child.type == "hdlr" else { continue }
            // version, flags and pre_defined come first
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
