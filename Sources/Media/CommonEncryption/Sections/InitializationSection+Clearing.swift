import ISOBaseMedia
package import SampleEncryption

extension InitializationSection {
    /// Returns the bytes of the clear initialization section that this one was protected from.
    ///
    /// This reverses `protected` byte for byte. A clear initialization section is returned as it is.
    package func clear() throws(SampleEncryptionError) -> [UInt8] {
        guard movie.isEncrypted else { return bytes }
        var boxes = boxes
        for index in boxes.indices where boxes[index].type == "moov" {
            boxes[index].children.removeAll { $0.isPSSH }
            var tracks = movie.tracks[...]
            try boxes[index].updateAll("trak") { track throws(SampleEncryptionError) in
                guard let format = tracks.popFirst() else { return }
                try track.updateSampleDescriptions { descriptions throws(SampleEncryptionError) in
                    try Self.clear(&descriptions, format)
                }
            }
        }
        return boxes.flatMap(\.bytes)
    }

    /// Restores the encrypted entries and removes the clear ones that follow them for a clear lead.
    private static func clear(
        _ descriptions: inout BoxNode,
        _ track: MovieTrackFormat
    ) throws(SampleEncryptionError) {
        let encryptedCount = track.entries.count { $0.encryption != nil }
        guard encryptedCount > 0 else { return }
        for (index, format) in zip(descriptions.children.indices, track.entries)
        where format.encryption != nil {
            descriptions.children[index].type = format.format
            descriptions.children[index].removeAll("sinf")
        }
        let entries = descriptions.children
        guard encryptedCount < entries.count else { return }
        let half = entries.count / 2
        let isClearStart =
            entries.count % 2 == 0 && track.entries.prefix(half).allSatisfy { $0.encryption != nil }
            && entries.prefix(half).map(\.bytes) == entries.suffix(half).map(\.bytes)
        guard isClearStart else {
            throw .unsupported(
                offset: descriptions.offset,
                what:
                    "clear sample entries of track \(track.trackID) that do not correspond to the encrypted ones before them",
                remedy: "Protect the clear media again"
            )
        }
        descriptions.children = Array(entries.prefix(half))
        descriptions.updateEntryCount()
    }
}
