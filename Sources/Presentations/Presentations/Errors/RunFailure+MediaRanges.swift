import Failures

/// Failures to locate the bytes that playlists name.
extension RunFailure {
    /// A byte range ends after the end of its file.
    static func byteRangeBeyondFile(
        file: TreePath,
        range: String,
        size: UInt64,
        _ origin: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: origin,
            "the byte range ends after the end of \(file)",
            found: "range \(range), file of \(size) bytes",
            remedy: "Correct the range or restore the file."
        )
    }

    /// A byte range has a length of 0.
    static func emptyByteRange(_ origin: MediaReference.Origin) -> RunFailure {
        RunFailure(
            .malformed,
            at: origin,
            "the byte range has no bytes",
            found: "got 0",
            expected: "at least 1",
            remedy: "Correct or remove it."
        )
    }

    /// Two different byte ranges overlap.
    static func overlappingRanges(
        file: TreePath,
        _ first: MediaReference.Origin,
        _ second: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: second,
            "bytes of \(file) also belong to another range (\(first)), and one byte can be encrypted "
                + "only once",
            remedy: "Give each segment bytes of its own."
        )
    }

    /// The same bytes are a segment and an initialization section.
    static func segmentIsInitializationSection(
        file: TreePath,
        _ first: MediaReference.Origin,
        _ second: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: first,
            "the same bytes of \(file) are a segment and an initialization section",
            found: "\(second)",
            remedy: "Correct one of the two."
        )
    }

    /// The byte range of an I-frame is not inside one segment.
    static func iFrameOutsideSegments(
        file: TreePath,
        range: String,
        _ origin: MediaReference.Origin
    ) -> RunFailure {
        RunFailure(
            .malformed,
            at: origin,
            "the I-frame is not inside one segment of \(file)",
            found: "range \(range)",
            remedy:
                "Correct the range: an encrypted I-frame is located by the segment that contains it."
        )
    }
}
