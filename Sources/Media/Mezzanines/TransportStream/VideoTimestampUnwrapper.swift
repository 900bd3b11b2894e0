/// The times of the pictures of a stream, computed from their time stamps in decoding order.
struct VideoTimestampUnwrapper {
    /// The longest gap between time stamps, ten seconds in ticks of 90 kHz; a longer one is a discontinuity.
    static let gapLimit: Int64 = 900_000

    /// The decode time and presentation time of a picture, in ticks of 90 kHz.
    struct Times {
        let decoding: Int64
        let presentation: Int64
    }

    private var unwrapper: TimestampUnwrapper
    private let path: String
    private let pid: Int
    private var lastDecodeTime: Int64?

    init(path: String, pid: Int, reference: TimelineReference) {
        self.path = path
        self.pid = pid
        unwrapper = TimestampUnwrapper(reference)
    }

    /// Returns the times of the next picture.
    ///
    /// - Throws: `.unsupported` if the time stamps jump.
    mutating func next(_ stamp: ElementaryStreamWindow.Stamp) throws(MezzanineError) -> Times {
        let decoding = unwrapper.unwrap(stamp.decoding)
        let presentation = decoding + TimestampUnwrapper.difference(stamp.presentation, decoding)
        if let lastDecodeTime, decoding <= lastDecodeTime || decoding - lastDecodeTime > Self.gapLimit {
            throw .discontinuity(
                path: path,
                pid: pid,
                from: lastDecodeTime,
                to: decoding,
                at: stamp.fileOffset
            )
        }
        guard (presentation - decoding).magnitude <= Self.gapLimit.magnitude else {
            throw .discontinuity(path: path, pid: pid, from: decoding, to: presentation, at: stamp.fileOffset)
        }
        lastDecodeTime = decoding
        return Times(decoding: decoding, presentation: presentation)
    }
}

extension MezzanineError {
    /// Returns the error for a jump of the time stamps, with times in ticks of 90 kHz.
    static func discontinuity(
        path: String,
        pid: Int,
        from: Int64,
        to: Int64,
        at offset: UInt64
    ) -> MezzanineError {
        .unsupported(
            path: path,
            what:
                "a jump of the time stamps of \(pidDescription(pid)) at byte \(offset), from \(description(ofTicks: from)) to \(description(ofTicks: to)) (expected continuous "
                + "times)",
            "Cut the file there, or write its time stamps anew"
        )
    }

    /// Returns a time in ticks of 90 kHz and in seconds with three digits: "900000 (10.000 s)".
    private static func description(ofTicks ticks: Int64) -> String {
        let milliseconds = ticks.magnitude / 90
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(ticks) (\(ticks < 0 ? "-" : "")\(milliseconds / 1000).\(fraction) s)"
    }
}
