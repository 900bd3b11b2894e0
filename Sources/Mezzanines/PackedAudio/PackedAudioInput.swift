package import Bitstreams

/// Reads packed audio as an input: ADTS, AC-3 or E-AC-3 frames, with or without ID3 tags.
package enum PackedAudioInput {
    /// Goes over the whole file once and locates all samples.
    ///
    /// - Parameters:
    ///   - path: as it was given, for messages.
    ///   - bytes: the file.
    /// - Returns: its track; `timelineStart` is the time stamp of the first tag, if it has one.
    /// - Throws: `MezzanineError` for what cannot be read or packaged.
    package static func read(path: String, _ bytes: any ByteSource) throws(MezzanineError) -> Mezzanine {
        throw .unsupported(path: path, what: "packed audio", "it is not read yet")
    }
}
