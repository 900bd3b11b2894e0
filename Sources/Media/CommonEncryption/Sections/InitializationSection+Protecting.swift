import Bitstreams
import ISOBaseMedia
package import SampleEncryption

extension InitializationSection {
    /// Returns the bytes of the initialization section with encrypted sample entries.
    ///
    /// Nothing else changes except added `pssh` boxes. Tracks of text and metadata stay clear; if there are
    /// no other tracks, the whole initialization section stays as it is.
    ///
    /// - Parameter protection: the protection parameters and `pssh` boxes.
    /// - Returns: the whole initialization section.
    /// - Throws: `.alreadyEncrypted` if it is encrypted already, `.unsupported` if it allows parameter sets
    ///   in samples or would exceed `sizeLimit`, and `.malformed` if a `pssh` box is malformed.
    package func protected(_ protection: Protection) throws(SampleEncryptionError) -> [UInt8] {
        guard !movie.isEncrypted else {
            throw .alreadyEncrypted(offset: 0, what: "the sample entries of the initialization section")
        }
        guard movie.hasProtectableTracks else { return bytes }
        guard !movie.allowsInBandParameterSets else {
            throw InBandParameterSetFinder.unsupportedError(
                at: 0,
                "sample entries that allow parameter sets in samples"
            )
        }
        let headers = try wrappingParseErrors { () throws(ParseError) in
            var headers: [BoxNode] = []
            for header in protection.systemHeaders {
                var reader = BoxTreeReader()
                headers += try reader.nodes(ByteReader(header[...]))
            }
            return headers
        }
        var boxes = boxes
        for index in boxes.indices where boxes[index].type == "moov" {
            protection.apply(to: &boxes[index], movie)
            boxes[index].children += headers
        }
        let bytes = boxes.flatMap(\.bytes)
        // This also keeps box sizes within 32 bits, and makes sure that the result can be read back.
        guard bytes.count <= Self.sizeLimit else {
            throw .unsupported(
                offset: 0,
                what: "initialization section that would grow to \(bytes.count) bytes",
                remedy: "Leave out what is not needed in it, such as pictures in 'udta' or 'meta'"
            )
        }
        return bytes
    }
}

extension InitializationSection.Protection {
    /// Turns the sample entries of all tracks to be encrypted into encrypted ones.
    fileprivate func apply(to movieBox: inout BoxNode, _ movie: MovieFormat) {
        var tracks = movie.tracks[...]
        movieBox.updateAll("trak") { track in
            guard let format = tracks.popFirst() else { return }
            track.updateSampleDescriptions { descriptions in
                apply(to: &descriptions, format)
            }
        }
    }

    private func apply(to descriptions: inout BoxNode, _ track: MovieTrackFormat) {
        guard let type = SampleEntryContext.protectedType(handler: track.handlerType) else { return }
        let clearEntries = descriptions.children
        for (index, entry) in zip(clearEntries.indices, track.entries) where entry.codec != .clear {
            let information = ProtectionSchemeInformationBox(
                originalFormat: entry.format,
                scheme: scheme,
                encryption: TrackEncryption(
                    scheme,
                    encryptsWholeSamples: entry.codec == .wholeSamples,
                    keyID: keyID,
                    constantIV: constantIV
                )
            )
            descriptions.children[index].type = type
            descriptions.children[index].children.append(information.node)
        }
        if keepsClearEntries { descriptions.children += clearEntries }
        descriptions.updateEntryCount()
    }
}
