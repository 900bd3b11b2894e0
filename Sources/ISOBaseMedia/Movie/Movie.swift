package import Bitstreams

/// `moov`: the tracks of a movie with what is known of their samples (ISO/IEC 14496-12, 8.2.1).
package struct Movie: Hashable, Sendable {
    /// A track.
    package struct Track: Hashable, Sendable {
        /// track_ID.
        package let trackID: UInt32
        /// handler_type.
        package let handlerType: FourCharacterCode
        /// `mdhd`.
        package let header: MediaHeaderBox
        /// `edts`/`elst`; nil without one.
        package let editList: EditListBox?
        /// `stsd` as a tree: its children are the sample entries.
        package let sampleDescriptions: BoxNode
        /// The samples that `moov` lists; none in a movie of fragments.
        package let samples: SampleTable
        /// `trex`; nil in a movie without fragments.
        package let defaults: TrackExtendsBox?
    }

    /// The tracks, in order.
    package let tracks: [Track]
    /// Whether fragments may follow: there is `mvex`.
    package let isFragmented: Bool
    /// `moov` as a tree.
    package let node: BoxNode

    /// Reads `moov`.
    ///
    /// - Parameter box: the whole box.
    /// - Throws: `ParseError` where a box that is needed is missing or malformed.
    package init(_ box: Box) throws(ParseError) {
        var reader = BoxTreeReader()
        node = try reader.node(containing: box)
        let movie = try MovieBox(box)
        isFragmented = movie.extends != nil
        var tracks: [Track] = []
        for (track, node) in zip(movie.tracks, node.all("trak")) {
            let defaults = movie.extends?.first { $0.trackID == track.trackID }
            guard !tracks.contains(where: { $0.trackID == track.trackID }) else {
                throw .invalid(
                    offset: node.offset,
                    field: "track_ID",
                    found: "\(track.trackID) once more",
                    expected: "one track of this id"
                )
            }
            tracks.append(try Track(track, node, defaults))
        }
        self.tracks = tracks
    }
}

extension Movie.Track {
    fileprivate init(
        _ track: TrackBox,
        _ node: BoxNode,
        _ defaults: TrackExtendsBox?
    ) throws(ParseError) {
        trackID = track.trackID
        handlerType = track.media.handlerType
        let media = try node.only("mdia")
        header = try MediaHeaderBox(try media.only("mdhd").box)
        let list = try node.atMostOne("edts")?.atMostOne("elst")
        if let list { editList = try EditListBox(list.box) } else { editList = nil }
        let table = try media.only("minf").only("stbl")
        sampleDescriptions = try table.only("stsd")
        samples = try SampleTable(table, descriptionCount: sampleDescriptions.children.count)
        self.defaults = defaults
    }
}
