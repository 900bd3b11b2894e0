/// The form of a listing in a record: a version, the path of the entry with its length, the files.
extension TreeListing {
    private static let version: UInt8 = 1

    /// The bytes of the listing.
    var encoded: [UInt8] {
        var bytes: ArraySlice<UInt8> = [Self.version]
        bytes.append(number: UInt64(entry.utf8.count))
        bytes += entry.utf8
        return Array(bytes) + files.bytes
    }

    /// The listing that gave these bytes; nil for others.
    init?(decoding bytes: [UInt8]) {
        var reader = ListingReader(bytes[...])
        guard reader.byte() == Self.version, let entry = reader.text(),
            let files = EncodedFiles(decoding: reader.rest)
        else { return nil }
        self.init(entry: entry, files: files)
    }
}
