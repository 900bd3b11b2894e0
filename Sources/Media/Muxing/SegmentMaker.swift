package import Bitstreams
package import Mezzanines

/// Makes the segments of a rendition in one container.
///
/// In two steps, so that the first runs on all cores: a draft of each segment says what only that segment tells (sizes,
/// I-frames); then the rendition puts them together (counters that run on, places in one file). The bytes themselves are made
/// when somebody reads them.
package protocol SegmentMaker: Sendable {
    /// What is known of a segment on its own.
    associatedtype Draft: Sendable

    /// Number of segments.
    var segmentCount: Int { get }

    /// Looks at a segment; called from many threads.
    ///
    /// - Parameter index: from 0.
    /// - Returns: what only that segment tells.
    /// - Throws: `MezzanineError` for samples that are malformed or cannot be carried.
    func draft(_ index: Int) throws(MezzanineError) -> Draft

    /// The rendition of all segments.
    ///
    /// - Parameter drafts: those of all segments, in order.
    /// - Returns: its files, segments and I-frames.
    /// - Throws: `MezzanineError` for what cannot be carried.
    func rendition(of drafts: [Draft]) throws(MezzanineError) -> MadeRendition
}

/// The files of a rendition that are made while they are read, and what a media playlist says of them.
package struct MadeRendition: Sendable {
    /// A file.
    package struct File: Sendable {
        /// The name without a folder: `init.mp4`, `segment-00001.m4s`.
        package let name: String
        /// What is in it.
        package let bytes: any ByteSource

        /// A file from its parts.
        package init(name: String, bytes: any ByteSource) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// Bytes of a file.
    package struct Place: Hashable, Sendable {
        /// The file, by its index.
        package let file: Int
        /// The bytes; nil for the whole file.
        package let range: Range<UInt64>?

        /// A place from its parts.
        package init(file: Int, range: Range<UInt64>? = nil) {
            self.file = file
            self.range = range
        }
    }

    /// A segment.
    package struct Segment: Sendable {
        /// Where it is.
        package let place: Place
        /// When it starts in the presentation.
        package let start: MediaTime
        /// How long it is, for `EXTINF`.
        package let duration: MediaTime
        /// Its I-frames that decoding can begin with, in order; empty of all but video.
        package let iFrames: [IFrame]

        /// A segment from its parts.
        package init(place: Place, start: MediaTime, duration: MediaTime, iFrames: [IFrame] = []) {
            self.place = place
            self.start = start
            self.duration = duration
            self.iFrames = iFrames
        }
    }

    /// An I-frame.
    package struct IFrame: Sendable {
        /// Its bytes in the file of its segment, always a range: with its `moof` (fMP4), or from its program tables on (TS).
        package let range: Range<UInt64>
        /// When it is presented.
        package let start: MediaTime

        /// An I-frame from its parts.
        package init(range: Range<UInt64>, start: MediaTime) {
            self.range = range
            self.start = start
        }
    }

    /// The files, in order.
    package let files: [File]
    /// What `EXT-X-MAP` names; nil without.
    package let initialization: Place?
    /// The segments, in order.
    package let segments: [Segment]

    /// A rendition from its parts.
    package init(files: [File], initialization: Place?, segments: [Segment]) {
        self.files = files
        self.initialization = initialization
        self.segments = segments
    }
}
