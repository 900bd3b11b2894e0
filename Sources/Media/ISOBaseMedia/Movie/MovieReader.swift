import Bitstreams

/// A reader of a movie file, progressive or fragmented, that reads only `moov` and one `moof` at a time into
/// memory.
package struct MovieReader: Sendable {
    /// A fragment of a movie.
    package struct Fragment: Sendable {
        /// The `moof` box.
        package let box: MovieFragmentBox
        /// `moof` as a tree.
        package let node: BoxNode
        /// The byte range of `moof` in the file.
        package let range: Range<UInt64>
        /// The samples of each track fragment, in order.
        package let tracks: [(trackID: UInt32, samples: FragmentSampleIterator)]
    }

    /// The size of the largest body of `moov` or `moof` that is read, in bytes.
    static let boxLimit = 256 << 20

    /// The movie of the first `moov`.
    package let movie: Movie
    /// The size of the file, in bytes.
    let fileSize: UInt64

    /// The offset in the file of a second `moov` that differs from the first or lists samples, or nil if
    /// there is none.
    ///
    /// Reading of fragments ends there.
    package private(set) var secondMovieOffset: UInt64?

    /// The `emsg` boxes found up to the last fragment that was read, since the last call of
    /// `takeEventMessages`.
    package private(set) var eventMessages: [TopLevelBox] = []

    /// The maximum number of `emsg` boxes held of a file, so that a file full of them cannot fill the memory.
    private static let eventMessageLimit = 1 << 20

    /// The number of `emsg` boxes that were dropped beyond the maximum.
    package var excessEventMessageCount: Int { max(0, eventMessageCount - Self.eventMessageLimit) }

    private var boxes: TopLevelBoxIterator
    private var eventMessageCount = 0
    private let movieRange: Range<UInt64>
    private var decodeTimes: [UInt32: UInt64] = [:]

    /// Finds and reads `moov`.
    ///
    /// - Parameters:
    ///   - fileSize: the size of the file, in bytes.
    ///   - shouldRead: decides whether the sample tables of a track are read.
    ///   - read: returns exactly as many bytes as asked for, at an offset within the file.
    /// - Throws: `ParseError` if there is no `moov`, or it or a box before it is malformed; and any error of
    ///   `read`.
    package init(
        fileSize: UInt64,
        reading shouldRead: (TrackBox) -> Bool = { _ in true },
        read: (UInt64, Int) throws -> [UInt8]
    ) throws {
        self.fileSize = fileSize
        boxes = TopLevelBoxIterator(0..<fileSize)
        var search = boxes
        while let topLevelBox = try Self.nextBox(&search, read) {
            guard topLevelBox.type == "moov" else { continue }
            movie = try Movie(try Self.readBox(topLevelBox, read), reading: shouldRead)
            movieRange = topLevelBox.range
            return
        }
        throw ParseError.missing(offset: 0, "box 'moov'")
    }

    /// Returns an iterator over the samples of a track listed in `moov`, in decoding order.
    package func samples(of track: Movie.Track) -> TableSampleIterator {
        TableSampleIterator(track.samples, fileSize: fileSize)
    }

    /// Reads the next fragment, or returns nil after the last one.
    ///
    /// - Parameter read: returns exactly as many bytes as asked for, at an offset within the file.
    /// - Returns: the fragment, or nil at the end of the file or at `secondMovieOffset`.
    /// - Throws: `ParseError` if the fragment is malformed or has an unknown track; and any error of `read`.
    package mutating func nextFragment(read: (UInt64, Int) throws -> [UInt8]) throws -> Fragment? {
        while secondMovieOffset == nil, let topLevelBox = try Self.nextBox(&boxes, read) {
            if topLevelBox.type == "moov", topLevelBox.range != movieRange {
                // An equal `moov` without samples changes nothing for fragments: files of one encoder were
                // concatenated. If `moov` lists samples, its offsets are those of the file it came from.
                var treeReader = BoxTreeReader()
                let secondMovie = try treeReader.node(containing: try Self.readBox(topLevelBox, read))
                let listsSamples = movie.tracks.contains { $0.samples.sizes.sampleCount > 0 }
                if listsSamples || !movie.node.describesSameMedia(as: secondMovie) {
                    secondMovieOffset = topLevelBox.range.lowerBound
                }
            }
            if topLevelBox.type == "emsg" {
                eventMessageCount += 1
                if eventMessageCount <= Self.eventMessageLimit { eventMessages.append(topLevelBox) }
            }
            guard topLevelBox.type == "moof" else { continue }
            return try readFragment(try Self.readBox(topLevelBox, read), topLevelBox.range)
        }
        return nil
    }

    /// Returns `eventMessages` and empties it.
    package mutating func takeEventMessages() -> [TopLevelBox] {
        defer { eventMessages = [] }
        return eventMessages
    }

    private mutating func readFragment(
        _ fragmentBox: Box,
        _ range: Range<UInt64>
    ) throws(ParseError) -> Fragment {
        let box = try MovieFragmentBox(fragmentBox)
        var treeReader = BoxTreeReader()
        let node = try treeReader.node(containing: fragmentBox)
        var tracks: [(UInt32, FragmentSampleIterator)] = []
        // Without a base of its own, a track fragment starts at the end of the previous one.
        var dataEnd = range.lowerBound
        for track in box.trackFragments {
            let header = track.header
            let movieTrack = movie.tracks.first { $0.trackID == header.trackID }
            guard movie.allTracks.contains(where: { $0.trackID == header.trackID }),
                let defaults = movie.defaults.first(where: { $0.trackID == header.trackID })
            else {
                throw .invalid(
                    offset: track.offset,
                    field: "track_ID",
                    found: "\(header.trackID)",
                    expected: "that of a track of box 'moov' with 'trex'"
                )
            }
            let ownBase = header.defaultBaseIsMovieFragment ? range.lowerBound : dataEnd
            let samples = FragmentSampleIterator(
                track,
                defaults: defaults,
                base: header.baseDataOffset ?? ownBase,
                // The first fragment continues after the samples of `moov`.
                decodeTime: decodeTimes[header.trackID] ?? movieTrack?.samples.times.duration ?? 0
            )
            tracks.append((header.trackID, samples))
            let end = try samples.end()
            dataEnd = end.offset
            decodeTimes[header.trackID] = end.decodeTime
        }
        return Fragment(box: box, node: node, range: range, tracks: tracks)
    }

    /// Returns the next top-level box, or nil at the end of the file.
    private static func nextBox(
        _ boxes: inout TopLevelBoxIterator,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> TopLevelBox? {
        guard let range = boxes.headerRange else { return nil }
        let box = try boxes.next(try read(range.lowerBound, range.count)[...])
        guard !box.isCut else {
            throw ParseError.invalid(
                offset: box.range.lowerBound,
                field: "size of box '\(box.type)'",
                found: "\(box.size)",
                expected: "at most \(box.range.count), the bytes left in the file: it is cut short"
            )
        }
        return box
    }

    private static func readBox(
        _ topLevelBox: TopLevelBox,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> Box {
        let body = topLevelBox.body
        guard UInt64(body.count) <= UInt64(boxLimit) else {
            throw ParseError.invalid(
                offset: topLevelBox.range.lowerBound,
                field: "size of box '\(topLevelBox.type)'",
                found: "\(topLevelBox.range.count)",
                expected: "at most \(boxLimit)"
            )
        }
        return Box(
            type: topLevelBox.type,
            offset: topLevelBox.range.lowerBound,
            bodyOffset: body.lowerBound,
            body: try read(body.lowerBound, body.count)[...]
        )
    }
}

extension BoxNode {
    /// Indicates whether two `moov` are equal except for creation times, durations and metadata.
    fileprivate func describesSameMedia(as other: BoxNode) -> Bool {
        essentials.children.map(\.bytes) == other.essentials.children.map(\.bytes)
    }

    /// `moov` without the boxes and fields that affect neither samples nor their times.
    private var essentials: BoxNode {
        var movie = self
        movie.children.removeAll { !["mvhd", "trak", "mvex"].contains($0.type) }
        movie.updateAll("mvhd") { header in
            header.clearTimes()
            // next_track_ID is the last field.
            header.fields = header.fields.dropLast(4)
        }
        movie.updateAll("mvex") { $0.removeAll("mehd") }
        movie.updateAll("trak") { track in
            track.children.removeAll { !["tkhd", "edts", "mdia"].contains($0.type) }
            track.updateAll("tkhd") { $0.clearTimes() }
            track.updateAll("mdia") { media in
                media.updateAll("mdhd") { $0.clearTimes() }
                media.children.removeAll { $0.type == "udta" || $0.type == "hdlr" }
            }
        }
        return movie
    }

    /// Sets creation time, modification time and duration of `mvhd`, `tkhd` or `mdhd` to 0.
    private mutating func clearTimes() {
        let isLong = fields.first == 1
        let width = isLong ? 8 : 4
        var bytes = Array(fields)
        // Before the duration, tkhd has track_ID and a reserved field; mvhd and mdhd have the timescale.
        let skippedSize = type == "tkhd" ? 8 : 4
        let durationOffset = 4 + 2 * width + skippedSize
        for index in Array(4..<4 + 2 * width) + Array(durationOffset..<durationOffset + width)
        where index < bytes.count {
            bytes[index] = 0
        }
        fields = bytes[...]
    }
}
