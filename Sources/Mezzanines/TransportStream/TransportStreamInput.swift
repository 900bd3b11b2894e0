package import Bitstreams

/// Reads MPEG-TS as an input: of 188, 192 or 204 bytes a packet, one program.
package enum TransportStreamInput {
    /// Goes over the whole file once and locates all samples.
    ///
    /// - Parameters:
    ///   - path: as it was given, for messages.
    ///   - bytes: the file.
    /// - Returns: its tracks; `timelineStart` is the earliest time at which anything is presented.
    /// - Throws: `MezzanineError` for what cannot be read or packaged.
    package static func read(path: String, _ bytes: any ByteSource) throws(MezzanineError) -> Mezzanine {
        throw .unsupported(path: path, what: "transport stream", "it is not read yet")
    }
}
