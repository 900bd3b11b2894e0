import Bitstreams
import CommonEncryption
import ISOBaseMedia

/// The contents of an fMP4 initialization section, for its checks.
struct SectionContents {
    let item: VerificationItem
    let movie: MovieFormat
    /// The `moov` box.
    let movieBox: BoxNode

    /// Reads the boxes of an initialization section.
    ///
    /// - Throws: `ParseError` if a box is malformed or there is no `moov` box.
    init(_ item: VerificationItem, _ section: InitializationSection) throws(ParseError) {
        var reader = BoxTreeReader()
        let boxes = try reader.nodes(ByteReader(section.bytes[...]))
        guard let movieBox = boxes.first(where: { $0.type == "moov" }) else {
            throw .missing(offset: 0, "box 'moov'")
        }
        self.item = item
        movie = section.movie
        self.movieBox = movieBox
    }
}
