package import Bitstreams
package import Mezzanines

/// A muxer that generates the segments of a rendition in one container format.
///
/// It works in two steps, so that the first can use all cores. First it computes a draft of each segment from
/// that segment alone (sizes, I-frames). Then it combines the drafts into a rendition (continuity counters,
/// byte ranges in a single file). The bytes are generated when they are read.
package protocol SegmentMuxer: Sendable {
    /// The data about one segment that do not depend on other segments.
    associatedtype Draft: Sendable

    /// The number of segments.
    var segmentCount: Int { get }

    /// Computes the draft of a segment; called from several threads at the same time.
    ///
    /// - Parameter index: the index of the segment, from 0.
    /// - Returns: the draft.
    /// - Throws: `MezzanineError` if samples are malformed or cannot be carried.
    func draft(_ index: Int) throws(MezzanineError) -> Draft

    /// Combines the drafts of all segments into a rendition.
    ///
    /// - Parameter drafts: the drafts of all segments, in order.
    /// - Returns: the files, segments and I-frames of the rendition.
    /// - Throws: `MezzanineError` if the segments cannot be carried.
    func rendition(of drafts: [Draft]) throws(MezzanineError) -> GeneratedRendition
}

/// The generated files of a rendition, and the data for its media playlist.
package struct GeneratedRendition: Sendable {
    /// A generated file.
    package struct File: Sendable {
        /// The file name without a folder: `init.mp4`, `segment-00001.m4s`.
        package let name: String
        /// The content of the file, generated when it is read.
        package let bytes: any ByteSource
    }

    /// The location of a media resource: a file or a byte range of it.
    package struct Location: Hashable, Sendable {
        /// The index of the file in `files`.
        package let file: Int
        /// The byte range, or nil for the whole file.
        package let range: Range<UInt64>?

        package init(file: Int, range: Range<UInt64>? = nil) {
            self.file = file
            self.range = range
        }
    }

    /// A segment.
    package struct Segment: Sendable {
        /// The location of the segment.
        package let location: Location
        /// The start of the segment in the presentation.
        package let start: MediaTime
        /// The duration for `EXTINF`.
        package let duration: MediaTime
        /// The I-frames at which decoding can begin, in order; empty except for video.
        package let iFrames: [IFrame]

        package init(location: Location, start: MediaTime, duration: MediaTime, iFrames: [IFrame] = []) {
            self.location = location
            self.start = start
            self.duration = duration
            self.iFrames = iFrames
        }
    }

    /// An I-frame.
    package struct IFrame: Sendable {
        /// The byte range in the file of the segment: from the `moof` (fMP4) or the program tables (TS)
        /// before the I-frame to its end.
        package let range: Range<UInt64>
        /// The presentation time.
        package let start: MediaTime

        package init(range: Range<UInt64>, start: MediaTime) {
            self.range = range
            self.start = start
        }
    }

    /// The files, in order.
    package let files: [File]
    /// The location that `EXT-X-MAP` names, or nil if the format has no initialization section.
    package let initializationSection: Location?
    /// The segments, in order.
    package let segments: [Segment]

    init(files: [File], initializationSection: Location?, segments: [Segment]) {
        self.files = files
        self.initializationSection = initializationSection
        self.segments = segments
    }
}
