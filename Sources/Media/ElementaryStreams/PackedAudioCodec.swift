/// The codecs of packed audio (RFC 8216, 3.4).
package enum PackedAudioCodec: String, Hashable, Sendable {
    /// In ADTS frames.
    case aac = "AAC"
    /// In syncframes.
    case ac3 = "AC-3"
    /// In syncframes, AC-3 frames among them where a dependent substream extends one.
    case eac3 = "E-AC-3"
    /// And the other layers of MPEG audio.
    case mp3 = "MP3"
}
