/// The survey of a clear packed audio segment: what has to be known before it is encrypted.
package struct PackedAudioSurvey: Hashable, Sendable {
    /// The codec of the frames.
    package let codec: SampleAESCodec
    /// The audio setup information, from the first frames.
    package let setup: AudioSetupInformation

    /// Creates a survey.
    package init(codec: SampleAESCodec, setup: AudioSetupInformation) {
        self.codec = codec
        self.setup = setup
    }
}
