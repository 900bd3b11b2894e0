/// The codecs of packed audio (RFC 8216, 3.4).
package enum PackedAudioCodec: String, Hashable, Sendable {
    /// AAC in ADTS frames.
    case aac = "AAC"
    /// AC-3 in syncframes.
    case ac3 = "AC-3"
    /// E-AC-3 in syncframes, including AC-3 frames that a dependent substream extends.
    case eac3 = "E-AC-3"
    /// MPEG audio: MP3 and the other layers.
    case mp3 = "MP3"
}
