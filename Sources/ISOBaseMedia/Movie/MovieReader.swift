import Bitstreams

/// Reads a movie file, progressive or of fragments, where it is looked at: memory holds `moov` and one `moof` at a time.
package struct MovieReader: Sendable {
    /// A fragment of a movie.
    package struct Fragment: Sendable {
        /// `moof`.
        package let box: MovieFragmentBox
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

    private var boxes: TopLevelBoxes
    private var decodeTimes: [UInt32: UInt64] = [:]

    /// Finds and reads `moov`.
    ///
    /// - Parameters:
    ///   - fileSize: bytes of the file.
    ///   - read: gives a number of bytes at an offset, which are there.
    /// - Throws: `ParseError` where there is no `moov`, or it or a box before it is malformed; and what `read` throws.
    package init(fileSize: UInt64, read: (UInt64, Int) throws -> [UInt8]) throws {
        self.fileSize = fileSize
        boxes = TopLevelBoxes(fileSize: fileSize)
        var search = boxes
        while let place = try search.next(read: read) {
            guard place.header.type == "moov" else { continue }
            movie = try Movie(try Self.box(place, read))
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
        while let place = try boxes.next(read: read) {
            guard place.header.type == "moof" else { continue }
            return try fragment(try MovieFragmentBox(try Self.box(place, read)), place.range)
        }
        return nil
    }

    private mutating func fragment(
        _ box: MovieFragmentBox,
        _ range: Range<UInt64>
    ) throws(ParseError) -> Fragment {
        var tracks: [(UInt32, FragmentSampleIterator)] = []
        // Without a base of its own, a track fragment goes on where the one before it ends.
        var dataEnd = range.lowerBound
        for track in box.tracks {
            let header = track.header
            guard let movieTrack = movie.tracks.first(where: { $0.trackID == header.trackID }),
                let defaults = movieTrack.defaults
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
                decodeTime: decodeTimes[header.trackID] ?? movieTrack.samples.times.duration
            )
            tracks.append((header.trackID, samples))
            let end = try samples.end()
            dataEnd = end.offset
            decodeTimes[header.trackID] = end.decodeTime
        }
        return Fragment(box: box, range: range, tracks: tracks)
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
