import CommonEncryption
import Presentations
import SampleEncryption

/// The treatment of a media resource: what is encrypted, and with which key and IV.
///
/// Indirect, since a plan may have hundreds of thousands, and the largest case takes much space.
indirect enum ResourceTreatment: Hashable, Sendable {
    /// No encryption.
    ///
    /// The format is that of the samples in a title whose samples are encrypted, otherwise nil. If there is
    /// one, the MAC covers the invariant and not the bytes, and packets are shortened to 188 bytes.
    case clear(SurveyedFormat?)
    /// No encryption of an fMP4 segment whose initialization section names keys (clear lead).
    case clearLead(FragmentedSegmentSurvey)
    /// AES-128 with the key of a slot.
    case aes128(KeySlot, IVOrigin)
    /// AES-256-GCM with the key of a slot. The IV is derived from the location and the clear bytes.
    case aes256GCM(KeySlot, IVContext)
    /// SAMPLE-AES of a transport stream, or of the program tables that an `EXT-X-MAP` names, with the key of a
    /// slot and the IV of its record.
    case transportStream(KeySlot, TransportStreamSurvey)
    /// SAMPLE-AES of packed audio, with the key of a slot and the IV of its record.
    case packedAudio(KeySlot, PackedAudioSurvey)
    /// Sample encryption of an fMP4 segment with the key of a slot.
    case fragments(KeySlot, FragmentedSegmentSurvey, IVOrigin)
    /// An fMP4 initialization section that names keys.
    case section(SectionProtection)

    /// The slot of the key, or nil if nothing is encrypted, as in fMP4 initialization sections.
    var slot: KeySlot? {
        switch self {
        case .clear, .clearLead, .section: nil
        case .aes128(let slot, _), .aes256GCM(let slot, _), .transportStream(let slot, _),
            .packedAudio(let slot, _), .fragments(let slot, _, _):
            slot
        }
    }

    /// Indicates whether nothing is encrypted and no key is named.
    var isClear: Bool {
        switch self {
        case .clear, .clearLead: true
        case .aes128, .aes256GCM, .transportStream, .packedAudio, .fragments, .section: false
        }
    }

    /// Indicates whether encryption may add bytes that are known only after it.
    var mayGrow: Bool {
        switch self {
        case .transportStream, .packedAudio: true
        case .clear, .clearLead, .aes128, .aes256GCM, .fragments, .section: false
        }
    }

    /// Indicates whether this is an fMP4 initialization section of a title whose samples are encrypted.
    var isFragmentedSection: Bool {
        switch self {
        case .section, .clear(.movie?): true
        default: false
        }
    }

    /// Indicates whether this is known to be fMP4; always false if only whole segments are encrypted.
    var isFragmented: Bool {
        switch self {
        case .fragments, .clearLead, .clear(.fragments?): true
        default: isFragmentedSection
        }
    }

    /// Returns the extent in the output, as far as it is known before the media resource is written.
    ///
    /// SAMPLE-AES may add bytes (`mayGrow`). Keys add bytes to the sections that name them (`SectionExtents`).
    ///
    /// - Parameter clearLength: the length of the clear media resource, in bytes.
    /// - Returns: the extent, without those bytes.
    func plannedExtent(ofClear clearLength: UInt64) -> OutputExtent {
        switch self {
        case .clear(.transportStream(let survey)?), .transportStream(_, let survey):
            survey.packetFormat.trimmedExtent(of: clearLength)
        case .clear, .packedAudio, .section: OutputExtent(length: clearLength)
        case .clearLead(let survey): survey.clearLead
        case .fragments(_, let survey, _): survey.encrypted
        case .aes128: OutputExtent(length: AES128SegmentLayout.ciphertextLength(ofClear: clearLength))
        case .aes256GCM: OutputExtent(length: GCMSegmentLayout.length(ofClear: clearLength))
        }
    }
}

/// The origin of the IV of an encrypted media resource.
enum IVOrigin: Hashable, Sendable {
    /// The IV is derived from the key and the location.
    case location(IVContext)
    /// The IV is the media sequence number.
    case mediaSequence(UInt64)
    /// The IV is that of the key record.
    case record
}
