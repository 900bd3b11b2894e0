/// Serialization: bytes that were not edited are passed on as parsed, in runs as long as possible.
extension PlaylistDocument {
    /// The size of the buffer in which `write` gathers short pieces for one call of its closure: 64 KiB.
    package static let pieceSize = 64 << 10

    /// Returns the bytes of the document with its edits applied.
    package func serialized() -> [UInt8] {
        guard isEdited else { return bytes }
        return [UInt8](capacity: maximumSerializedSize) { output in
            forEachPart { part in Self.append(part, to: &output) }
        }
    }

    /// Passes the bytes of the document with its edits to a closure in consecutive pieces, without copying
    /// the whole.
    ///
    /// Each long run of parsed bytes is one piece; short parts are gathered into pieces of up to `pieceSize`,
    /// so that a file is written with few calls.
    ///
    /// - Parameter body: called with the next bytes, which are never empty.
    /// - Throws: the errors of the closure.
    package func write<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard isEdited else { return try body(bytes.span) }
        // The array is only a buffer for the pieces and stays empty.
        _ = try [UInt8](capacity: Self.pieceSize) { (gathered: inout OutputSpan<UInt8>) throws(Failure) in
            try forEachPart { (part: Span<UInt8>) throws(Failure) in
                if part.count > Self.pieceSize - gathered.count, !gathered.isEmpty {
                    try body(gathered.span)
                    gathered.removeAll()
                }
                guard part.count < Self.pieceSize else { return try body(part) }
                Self.append(part, to: &gathered)
            }
            if !gathered.isEmpty { try body(gathered.span) }
            gathered.removeAll()
        }
    }

    @inline(__always)
    private static func append(_ part: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        precondition(part.count <= output.freeCapacity)
        // Safe: the output was checked to have room for the part, and the pointers do not leave the closures.
        unsafe part.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target, count in
                guard let from = source.baseAddress, let to = target.baseAddress else { return }
                unsafe (to + count).initialize(from: from, count: source.count)
                count += source.count
            }
        }
    }

    /// Calls a closure with each part of the edited document, including short ones.
    @inline(__always)
    private func forEachPart<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let endings = LineEnding.bytes
        var parts = DocumentParts(self)
        try parts.forEach { (source: DocumentParts.Source, range: Range<Int>) throws(Failure) in
            switch source {
            case .document: try body(bytes.span.extracting(range))
            case .texts: try body(edits.texts.bytes.span.extracting(range))
            case .ending: try body(endings.span.extracting(range))
            }
        }
    }

    /// The size of the serialized document in bytes, or slightly more.
    private var maximumSerializedSize: Int {
        let lengthOfVersion = Int(edits.version?.text.count ?? 0)
        var size = bytes.count + lengthOfVersion + 2 * LineEnding.carriageReturnLineFeed.length
        for change in edits.changes { size += Int(change.text.count) - Int(change.upper - change.lower) }
        for insertion in edits.insertions {
            size += Int(insertion.text.count) + LineEnding.carriageReturnLineFeed.length
        }
        return size
    }
}
