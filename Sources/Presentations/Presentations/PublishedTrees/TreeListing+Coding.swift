/// The encoding of a listing in a record: version, length and path of the entry playlist, files.
///
/// Version 2 adds parts of playlists, digests of their media, and digests of initialization sections. A
/// listing without those is written as version 1.
extension TreeListing {
    static let newestVersion: UInt8 = 2

    var encoded: [UInt8] {
        var bytes: ArraySlice<UInt8> = [files.needsVersion2 ? 2 : 1]
        bytes.append(number: UInt64(entry.utf8.count))
        bytes += entry.utf8
        return Array(bytes) + files.bytes
    }

    /// Decodes a listing, or returns nil if the bytes are not one.
    init?(decoding bytes: [UInt8]) {
        var reader = ListingReader(bytes[...])
        guard let version = reader.byte(), (1...Self.newestVersion).contains(version),
            let entry = reader.text(),
            let files = EncodedFiles(decoding: reader.rest)
        else { return nil }
        self.init(entry: entry, files: files)
    }
}
