/// The form of a listing in a record: a version, the path of the entry with its length, the files.
///
/// Version 2 has parts of playlists, digests of their media and sections of media, too; what has none is written as version 1.
extension TreeListing {
    /// The newest version of the form.
    static let newestVersion: UInt8 = 2

    /// The bytes of the listing.
    var encoded: [UInt8] {
        var bytes: ArraySlice<UInt8> = [files.hasNewKinds ? 2 : 1]
        bytes.append(number: UInt64(entry.utf8.count))
        bytes += entry.utf8
        return Array(bytes) + files.bytes
    }

    /// The listing that gave these bytes; nil for others.
    init?(decoding bytes: [UInt8]) {
        var reader = ListingReader(bytes[...])
        guard let version = reader.byte(), (1...Self.newestVersion).contains(version),
            let entry = reader.text(),
            let files = EncodedFiles(decoding: reader.rest)
        else { return nil }
        self.init(entry: entry, files: files)
    }
}
