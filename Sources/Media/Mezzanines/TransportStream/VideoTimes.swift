/// Follows the time stamps of the pictures of a stream, in the order of decoding.
struct VideoTimes {
    /// A longer gap is taken for another timeline: ten seconds.
    static let gapLimit: Int64 = 900_000

    /// When a picture is decoded and presented, in ticks of 90 kHz.
    struct Times {
        let decoding: Int64
        let presentation: Int64
    }

    private var unwrapper: TimestampUnwrapper
    private let path: String
    private let pid: Int
    private var last: Int64?

    init(path: String, pid: Int, reference: TimelineReference) {
        self.path = path
        self.pid = pid
        unwrapper = TimestampUnwrapper(reference)
    }

    /// The times of the next picture.
    ///
    /// - Throws: `.unsupported` where the time stamps jump.
    mutating func next(_ stamp: ElementaryStreamWindow.Stamp) throws(MezzanineError) -> Times {
        let decoding = unwrapper.unwrap(stamp.decoding)
        let presentation = decoding + TimestampUnwrapper.difference(stamp.presentation, decoding)
        if let last, decoding <= last || decoding - last > Self.gapLimit {
            throw .discontinuity(path: path, pid: pid, from: last, to: decoding, at: stamp.fileOffset)
        }
        guard (presentation - decoding).magnitude <= Self.gapLimit.magnitude else {
            throw .discontinuity(path: path, pid: pid, from: decoding, to: presentation, at: stamp.fileOffset)
        }
        last = decoding
        return Times(decoding: decoding, presentation: presentation)
    }
}

extension MezzanineError {
    /// Time stamps that do not go on.
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
                "a jump of the time stamps of \(pidText(pid)) at byte \(offset), from \(text(from)) to \(text(to)) (expected times "
                + "that go on)",
            "Cut the file there, or write its time stamps anew"
        )
    }

    /// Ticks of 90 kHz, and seconds with three digits: "900000 (10.000 s)".
    private static func text(_ ticks: Int64) -> String {
        let milliseconds = ticks.magnitude / 90
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(ticks) (\(ticks < 0 ? "-" : "")\(milliseconds / 1000).\(fraction) s)"
    }
}
