/// The result of `fairlead inspect` for a media file.
package struct MediaFileInspection: Sendable, Encodable {
    /// The path of the file, as given.
    package let file: String
    /// `mpeg-ts`, `packed-audio` or `mp4`.
    package let kind: String
    /// The size of the file, in bytes.
    package let bytes: UInt64
    /// The contents of a transport stream, or nil for other kinds.
    package let transportStream: TransportStreamInspection?
    /// The contents of packed audio, or nil for other kinds.
    package let packedAudio: PackedAudioInspection?
    /// The contents of an MP4 file, or nil for other kinds.
    package let mp4: MP4Inspection?
    /// The first 100 faults.
    package let faults: [MediaFileFault]
    /// The number of all faults.
    package let faultCount: UInt64

    init(_ stream: TransportStreamInspection, file: String, bytes: UInt64, _ faults: FaultCollector) {
        self.init(file: file, kind: "mpeg-ts", bytes: bytes, faults, transportStream: stream)
    }

    init(_ audio: PackedAudioInspection, file: String, bytes: UInt64, _ faults: FaultCollector) {
        self.init(file: file, kind: "packed-audio", bytes: bytes, faults, packedAudio: audio)
    }

    init(_ mp4: MP4Inspection, file: String, bytes: UInt64, _ faults: FaultCollector) {
        self.init(file: file, kind: "mp4", bytes: bytes, faults, mp4: mp4)
    }

    private init(
        file: String,
        kind: String,
        bytes: UInt64,
        _ faults: FaultCollector,
        transportStream: TransportStreamInspection? = nil,
        packedAudio: PackedAudioInspection? = nil,
        mp4: MP4Inspection? = nil
    ) {
        self.file = file
        self.kind = kind
        self.bytes = bytes
        self.transportStream = transportStream
        self.packedAudio = packedAudio
        self.mp4 = mp4
        self.faults = faults.faults
        faultCount = faults.count
    }

    private enum CodingKeys: String, CodingKey {
        case file, kind, bytes, faults, mp4
        case transportStream = "transport_stream"
        case packedAudio = "packed_audio"
        case faultCount = "fault_count"
    }
}
