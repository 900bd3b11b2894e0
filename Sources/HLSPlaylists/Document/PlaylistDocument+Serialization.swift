/// Writing. What was not edited is handed out as it was parsed, in runs as long as they are.
extension PlaylistDocument {
    /// How many bytes of short pieces are gathered for one call of `write`: 64 KiB.
    package static let pieceSize = 64 << 10

    /// The bytes of the document with its edits; the parsed bytes when there are none.
    package func serialized() -> [UInt8] {
        guard isEdited else { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(serializedSizeLimit)
        forEachPart { part in
            // Safe: the pointer is used within the closure only.
            unsafe part.withUnsafeBufferPointer { unsafe output.append(contentsOf: $0) }
        }
        return output
    }

    /// Hands out the bytes of the document with its edits in consecutive pieces, without a copy of the whole.
    ///
    /// Long runs of parsed bytes are one piece; what is short is gathered to pieces of up to `pieceSize`, so that
    /// a file is written with few calls.
    ///
    /// - Parameter body: takes the next bytes; they are not empty.
    /// - Throws: what the body throws.
    package func write<Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        guard isEdited else { return try body(bytes.span) }
        var gathered: [UInt8] = []
        gathered.reserveCapacity(Self.pieceSize)
        try forEachPart { (part: Span<UInt8>) throws(Failure) in
            if gathered.count + part.count > Self.pieceSize, !gathered.isEmpty {
                try body(gathered.span)
                gathered.removeAll(keepingCapacity: true)
            }
            guard part.count < Self.pieceSize else { return try body(part) }
            // Safe: the pointer is used within the closure only.
            unsafe part.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
        }
        if !gathered.isEmpty { try body(gathered.span) }
    }

    /// Calls a body with each part of the edited document, short ones too.
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

    /// The size of the serialized document, or a little more.
    private var serializedSizeLimit: Int {
        var size = bytes.count + 2
        for change in edits.changes { size += Int(change.text.count) - Int(change.upper - change.lower) }
        for insertion in edits.insertions { size += Int(insertion.text.count) + 2 }
        return size + 32
    }
}
