import CommonEncryption

/// The sample formats of a presentation's media, which SAMPLE-AES needs before a key is minted.
struct SampleSurvey: Sendable {
    /// The sample format of each media resource, by its index; WebVTT, which stays clear, has none.
    var formats: [Int: SurveyedFormat]

    /// The empty survey, for methods that encrypt whole segments.
    static let none = SampleSurvey(formats: [:])
}
