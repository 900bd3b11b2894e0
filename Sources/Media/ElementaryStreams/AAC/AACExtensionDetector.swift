/// Tells by the first frames of AAC LC whether SBR and PS extend it: ADTS headers never say it.
///
/// An encoder writes SBR and PS data into every frame, so a few frames without decide; PS data can be found only once a
/// frame brought an SBR header.
package struct AACExtensionDetector: Sendable {
    /// What is known of an extension.
    package enum Finding: Hashable, Sendable {
        /// No frame says anything.
        case unknown
        /// The frames have none.
        case absent
        /// The frames have it.
        case present
    }

    /// Frames that decide that there is none.
    private static let decisiveFrames = 8
    /// Frames to look at for PS at most; SBR headers come about every half second.
    private static let maximumFrames = 64

    private var framesWithoutBandReplication = 0
    private var framesWithoutParametricStereo = 0
    private var frames = 0
    private var detector: ParametricStereoDetector?

    /// Whether there is SBR.
    package private(set) var bandReplication = Finding.unknown
    /// Whether there is PS; never where the core has more than one channel.
    package private(set) var parametricStereo = Finding.unknown

    /// Nothing seen yet.
    package init() {}

    /// Takes the next frame of the stream.
    ///
    /// - Returns: whether no more frames are needed.
    package mutating func take(_ frame: AACFrame) -> Bool {
        frames += 1
        for block in frame.blocks { take(block, coreRate: frame.header.fixed.samplingRate) }
        if parametricStereo == .present || frames >= Self.maximumFrames { return true }
        if bandReplication == .present {
            return parametricStereo == .absent && framesWithoutParametricStereo >= Self.decisiveFrames
        }
        return framesWithoutBandReplication >= Self.decisiveFrames
    }

    private mutating func take(_ block: RawDataBlock, coreRate: Int) {
        guard let data = block.bandReplication.first else {
            framesWithoutBandReplication += 1
            if bandReplication == .unknown { bandReplication = .absent }
            return
        }
        bandReplication = .present
        guard block.channels == [.singleChannel] else {
            parametricStereo = .absent
            framesWithoutParametricStereo = Self.decisiveFrames
            return
        }
        var detector = detector ?? ParametricStereoDetector(coreRate: coreRate)
        switch detector.hasParametricStereo(data) {
        case true?: parametricStereo = .present
        case false?:
            framesWithoutParametricStereo += 1
            if parametricStereo == .unknown { parametricStereo = .absent }
        case nil: break
        }
        self.detector = detector
    }
}
