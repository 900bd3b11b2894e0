/// What has to be known of a clear segment of packed audio before it is encrypted.
package struct PackedAudioSurvey: Hashable, Sendable {
    /// The codec of the frames.
    package let codec: SampleAESCodec
    /// What the first frames say.
    package let setup: AudioSetupInformation

    /// A survey from its parts.
    package init(codec: SampleAESCodec, setup: AudioSetupInformation) {
        self.codec = codec
        self.setup = setup
    }
}
