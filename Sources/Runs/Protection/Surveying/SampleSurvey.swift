import CommonEncryption

/// What the media of a presentation are, as far as SAMPLE-AES has to know it before a key is minted.
struct SampleSurvey: Sendable {
    /// How the samples of each unit are packed, by the unit's index; WebVTT units, which stay clear, have none.
    var formats: [Int: SampleAESFormat]

    /// A survey from its parts.
    init(formats: [Int: SampleAESFormat]) {
        self.formats = formats
    }

    /// Nothing was looked at, as AES-128 needs it.
    static let none = SampleSurvey(formats: [:])
}
