import Bitstreams

/// `moov`: the tracks of a movie and their sample tables (ISO/IEC 14496-12, 8.2.1).
package struct Movie: Hashable, Sendable {
    /// A track with its sample tables.
    package struct Track: Hashable, Sendable {
        /// `tkhd`: the track header.
        package let header: TrackHeaderBox
        /// handler_type of `hdlr`.
        package let handlerType: FourCharacterCode
        /// `mdhd`: timescale and language.
        package let mediaHeader: MediaHeaderBox
        /// `edts`/`elst`: the edit list, or nil if absent.
        package let editList: EditListBox?
        /// `stsd` as a tree, with the sample entries as its only children.
        package let sampleDescriptions: BoxNode
        /// The samples listed in `moov`; none in a fragmented movie.
        package let samples: SampleTable
        /// `trak` as a tree.
        package let node: BoxNode

        /// track_ID.
        package var trackID: UInt32 { header.trackID }
    }

    /// `mvhd`: the movie header.
    package let header: MovieHeaderBox
    /// The tracks that were chosen for reading, in order.
    package let tracks: [Track]
    /// All tracks, in order.
    package let allTracks: [TrackBox]
    /// The `trex` boxes of all tracks; empty without `mvex`.
    let defaults: [TrackExtendsBox]
    /// Indicates whether fragments may follow: the movie has `mvex`.
    package let isFragmented: Bool
    /// `moov` as a tree.
    package let node: BoxNode

    /// Reads `moov`.
    ///
    /// - Parameters:
    ///   - box: the whole box.
    ///   - shouldRead: decides whether the sample tables of a track are read; those of other tracks may be
    ///     malformed.
    /// - Throws: `ParseError` if a mandatory box is missing or malformed.
    init(_ box: Box, reading shouldRead: (TrackBox) -> Bool = { _ in true }) throws(ParseError) {
        var reader = BoxTreeReader()
        node = try reader.node(containing: box)
        let movie = try MovieBox(box)
        header = movie.header
        isFragmented = movie.extends != nil
        defaults = movie.extends ?? []
        var tracks: [Track] = []
        var trackIDs: Set<UInt32> = []
        for (track, node) in zip(movie.tracks, node.all("trak")) {
            guard trackIDs.insert(track.trackID).inserted else {
                throw .invalid(
                    offset: node.offset,
                    field: "track_ID",
                    found: "\(track.trackID) once more",
                    expected: "one track of this id"
                )
            }
            guard shouldRead(track) else { continue }
            tracks.append(try Track(track, node))
        }
        self.tracks = tracks
        allTracks = movie.tracks
    }
}

extension Movie.Track {
    fileprivate init(
        _ track: TrackBox,
        _ node: BoxNode
    ) throws(ParseError) {
        header = track.header
        handlerType = track.media.handlerType
        let media = try node.only("mdia")
        mediaHeader = try MediaHeaderBox(try media.only("mdhd").box)
        let list = try node.atMostOne("edts")?.atMostOne("elst")
        if let list { editList = try EditListBox(list.box) } else { editList = nil }
        let table = try media.only("minf").only("stbl")
        var descriptions = try table.only("stsd")
        descriptions.children.removeAll { SampleDescriptionBox.padding.contains($0.type) }
        sampleDescriptions = descriptions
        samples = try SampleTable(table, descriptionCount: sampleDescriptions.children.count)
        self.node = node
    }
}
