import Bitstreams

/// Reads a movie file, progressive or of fragments, where it is looked at: memory holds `moov` and one `moof` at a time.
package struct MovieReader: Sendable {
    /// A fragment of a movie.
    package struct Fragment: Sendable {
        /// `moof`.
        package let box: MovieFragmentBox
        /// `moof` as a tree.
        package let node: BoxNode
        /// Bytes of `moof` in the file.
        package let range: Range<UInt64>
        /// The samples of each track fragment, in order.
        package let tracks: [(trackID: UInt32, samples: FragmentSampleIterator)]
    }

    /// Bytes of the largest `moov` and `moof` that are read.
    package static let boxLimit = 256 << 20

    /// The movie.
    package let movie: Movie
    /// Bytes of the file.
    package let fileSize: UInt64

    /// Where a second `moov` is that says something else than the first, or lists samples; reading ends in front of it.
    package private(set) var otherMovie: UInt64?

    /// Where `emsg` boxes are up to the last fragment that was read, but for those that were taken.
    package private(set) var eventMessages: [TopLevelBoxes.Place] = []

    /// The most `emsg` boxes of a file, so that a file of nothing else cannot fill the memory.
    private static let eventMessageLimit = 1 << 20

    /// `emsg` boxes that were passed over because there are more than can be held.
    package var excessEventMessageCount: Int { max(0, eventMessageCount - Self.eventMessageLimit) }

    private var boxes: TopLevelBoxes
    private var eventMessageCount = 0
    private let moviePlace: Range<UInt64>
    private var decodeTimes: [UInt32: UInt64] = [:]

    /// Finds and reads `moov`.
    ///
    /// - Parameters:
    ///   - fileSize: bytes of the file.
    ///   - isRead: whether the tables of a track are read.
    ///   - read: gives a number of bytes at an offset, which are there.
    /// - Throws: `ParseError` where there is no `moov`, or it or a box before it is malformed; and what `read` throws.
    package init(
        fileSize: UInt64,
        reading isRead: (TrackBox) -> Bool = { _ in true },
        read: (UInt64, Int) throws -> [UInt8]
    ) throws {
        self.fileSize = fileSize
        boxes = TopLevelBoxes(fileSize: fileSize)
        var search = boxes
        while let place = try search.next(read: read) {
            guard place.header.type == "moov" else { continue }
            movie = try Movie(try Self.box(place, read), reading: isRead)
            moviePlace = place.range
            return
        }
        throw ParseError.missing(offset: 0, "box 'moov'")
    }

    /// The samples that `moov` lists of a track, in the order of decoding.
    package func samples(of track: Movie.Track) -> TableSampleIterator {
        TableSampleIterator(track.samples, fileSize: fileSize)
    }

    /// The next fragment; nil behind the last one.
    ///
    /// - Parameter read: gives a number of bytes at an offset, which are there.
    /// - Returns: the fragment.
    /// - Throws: `ParseError` where it is malformed or of a track that is not known; and what `read` throws.
    package mutating func nextFragment(read: (UInt64, Int) throws -> [UInt8]) throws -> Fragment? {
        while otherMovie == nil, let place = try boxes.next(read: read) {
            if place.header.type == "moov", place.range != moviePlace {
                // A copy of the first says nothing new of fragments: files of one encoder that were joined. Of samples it
                // says where they were in a file of their own.
                var tree = BoxTreeReader()
                let other = try tree.node(containing: try Self.box(place, read))
                let listsSamples = movie.tracks.contains { $0.samples.sizes.sampleCount > 0 }
                if listsSamples || !movie.node.describesMedia(as: other) {
                    otherMovie = place.range.lowerBound
                }
            }
            if place.header.type == "emsg" {
                eventMessageCount += 1
                if eventMessageCount <= Self.eventMessageLimit { eventMessages.append(place) }
            }
            guard place.header.type == "moof" else { continue }
            return try fragment(try Self.box(place, read), place.range)
        }
        return nil
    }

    /// Hands out `eventMessages` and keeps them no longer.
    package mutating func takeEventMessages() -> [TopLevelBoxes.Place] {
        defer { eventMessages = [] }
        return eventMessages
    }

    private mutating func fragment(
        _ whole: Box,
        _ range: Range<UInt64>
    ) throws(ParseError) -> Fragment {
        let box = try MovieFragmentBox(whole)
        var tree = BoxTreeReader()
        let node = try tree.node(containing: whole)
        var tracks: [(UInt32, FragmentSampleIterator)] = []
        // Without a base of its own, a track fragment goes on where the one before it ends.
        var dataEnd = range.lowerBound
        for track in box.tracks {
            let header = track.header
            let movieTrack = movie.tracks.first { $0.trackID == header.trackID }
            guard movie.boxes.contains(where: { $0.trackID == header.trackID }),
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
                // The first one goes on where the samples of `moov` end.
                decodeTime: decodeTimes[header.trackID] ?? movieTrack?.samples.times.duration ?? 0
            )
            tracks.append((header.trackID, samples))
            let end = try samples.end()
            dataEnd = end.offset
            decodeTimes[header.trackID] = end.decodeTime
        }
        return Fragment(box: box, node: node, range: range, tracks: tracks)
    }

    private static func box(
        _ place: TopLevelBoxes.Place,
        _ read: (UInt64, Int) throws -> [UInt8]
    ) throws -> Box {
        let body = place.body
        guard UInt64(body.count) <= UInt64(boxLimit) else {
            throw ParseError.invalid(
                offset: place.range.lowerBound,
                field: "size of box '\(place.header.type)'",
                found: "\(place.range.count)",
                expected: "at most \(boxLimit)"
            )
        }
        return Box(
            type: place.header.type,
            offset: place.range.lowerBound,
            bodyOffset: body.lowerBound,
            body: try read(body.lowerBound, body.count)[...]
        )
    }
}

extension BoxNode {
    /// Whether two `moov` describe the same media: all but times of creation, durations and metadata.
    fileprivate func describesMedia(as other: BoxNode) -> Bool {
        essentials.children.map(\.bytes) == other.essentials.children.map(\.bytes)
    }

    /// `moov` with nothing that is no matter of samples and their times.
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

    /// Sets creation, modification and duration of `mvhd`, `tkhd` and `mdhd` to 0; what stands between them stays.
    private mutating func clearTimes() {
        let isLong = fields.first == 1
        let width = isLong ? 8 : 4
        var bytes = Array(fields)
        // tkhd: track_ID and reserved come before the duration; mvhd and mdhd: the timescale.
        let between = type == "tkhd" ? 8 : 4
        let duration = 4 + 2 * width + between
        for index in Array(4..<4 + 2 * width) + Array(duration..<duration + width) where index < bytes.count {
            bytes[index] = 0
        }
        fields = bytes[...]
    }
}
