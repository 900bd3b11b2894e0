/// What `fairlead inspect` tells about a media file.
package struct MediaFileInspection: Sendable, Encodable {
    /// The file, as it was named.
    package let file: String
    /// `mpeg-ts`, `packed-audio` or `mp4`.
    package let kind: String
    /// Its size.
    package let bytes: UInt64
    /// Of a transport stream what is in it.
    package let transportStream: TransportStreamInspection?
    /// Of packed audio what it is.
    package let packedAudio: PackedAudioInspection?
    /// Of MP4 what is in it.
    package let mp4: MP4Inspection?
    /// What is wrong, the first hundred.
    package let faults: [InspectedFault]
    /// How many faults there are.
    package let faultCount: UInt64

    init(_ stream: TransportStreamInspection, file: String, bytes: UInt64, _ faults: FaultList) {
        self.init(file: file, kind: "mpeg-ts", bytes: bytes, faults, transportStream: stream)
    }

    init(_ audio: PackedAudioInspection, file: String, bytes: UInt64, _ faults: FaultList) {
        self.init(file: file, kind: "packed-audio", bytes: bytes, faults, packedAudio: audio)
    }

    init(_ mp4: MP4Inspection, file: String, bytes: UInt64, _ faults: FaultList) {
        self.init(file: file, kind: "mp4", bytes: bytes, faults, mp4: mp4)
    }

    private init(
        file: String,
        kind: String,
        bytes: UInt64,
        _ faults: FaultList,
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
