/// A detector of SBR and PS in the first frames of AAC LC: ADTS headers never signal these extensions.
///
/// An encoder writes SBR and PS data into every frame, so a few frames without them prove their absence. PS
/// data can be found only after a frame with an SBR header.
package struct AACExtensionDetector: Sendable {
    /// The result for one extension.
    package enum Finding: Hashable, Sendable {
        /// Unknown: no frame so far shows it.
        case unknown
        /// Absent from the frames so far.
        case absent
        /// Present.
        case present
    }

    /// The number of raw data blocks without an extension that prove its absence; a frame usually has one
    /// block.
    private static let decisiveFrames = 8
    /// The largest number of frames to search for PS: SBR headers come about every half second.
    private static let maximumFrames = 64

    private var framesWithoutBandReplication = 0
    private var framesWithoutParametricStereo = 0
    private var frameCount = 0
    private var detector: ParametricStereoDetector?

    /// The result for SBR.
    package private(set) var sbr = Finding.unknown
    /// The result for PS, never `present` if the core has more than one channel.
    package private(set) var ps = Finding.unknown

    /// Creates a detector before the first frame.
    package init() {}

    /// Examines the next frame of the stream.
    ///
    /// - Returns: true if no more frames are needed.
    package mutating func examine(_ frame: AACFrame) -> Bool {
        frameCount += 1
        for block in frame.blocks { examine(block, coreRate: frame.header.fixedHeader.samplingRate) }
        if ps == .present || frameCount >= Self.maximumFrames { return true }
        if sbr == .present {
            return ps == .absent && framesWithoutParametricStereo >= Self.decisiveFrames
        }
        return framesWithoutBandReplication >= Self.decisiveFrames
    }

    private mutating func examine(_ block: RawDataBlock, coreRate: Int) {
        guard let data = block.bandReplication.first else {
            framesWithoutBandReplication += 1
            if sbr == .unknown { sbr = .absent }
            return
        }
        sbr = .present
        guard block.channelElements == [.singleChannel] else {
            ps = .absent
            framesWithoutParametricStereo = Self.decisiveFrames
            return
        }
        var detector = detector ?? ParametricStereoDetector(coreRate: coreRate)
        switch detector.hasParametricStereo(data) {
        case true?: ps = .present
        case false?:
            framesWithoutParametricStereo += 1
            if ps == .unknown { ps = .absent }
        case nil: break
        }
        self.detector = detector
    }
}
