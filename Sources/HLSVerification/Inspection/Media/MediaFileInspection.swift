/// What `fairlead inspect` tells about a media file.
package struct MediaFileInspection: Sendable, Encodable {
    /// The file, as it was named.
    package let file: String
    /// `mpeg-ts` or `packed-audio`.
    package let kind: String
    /// Its size.
    package let bytes: UInt64
    /// Of a transport stream what is in it.
    package let transportStream: TransportStreamInspection?
    /// Of packed audio what it is.
    package let packedAudio: PackedAudioInspection?
    /// What is wrong, the first hundred.
    package let faults: [InspectedFault]
    /// How many faults there are.
    package let faultCount: UInt64

    init(_ stream: TransportStreamInspection, file: String, bytes: UInt64, _ faults: FaultList) {
        self.file = file
        kind = "mpeg-ts"
        self.bytes = bytes
        transportStream = stream
        packedAudio = nil
        self.faults = faults.faults
        faultCount = faults.count
    }

    init(_ audio: PackedAudioInspection, file: String, bytes: UInt64, _ faults: FaultList) {
        self.file = file
        kind = "packed-audio"
        self.bytes = bytes
        transportStream = nil
        packedAudio = audio
        self.faults = faults.faults
        faultCount = faults.count
    }

    private enum CodingKeys: String, CodingKey {
        case file, kind, bytes, faults
        case transportStream = "transport_stream"
        case packedAudio = "packed_audio"
        case faultCount = "fault_count"
    }
}
