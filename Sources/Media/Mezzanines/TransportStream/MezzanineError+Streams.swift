import Bitstreams

extension MezzanineError {
    /// Bytes of an elementary stream that are not what the program map says.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - pid: of the stream.
    ///   - what: is not in it.
    ///   - failure: why the bytes at its start are not that; nil where they do not tell.
    /// - Returns: the error, with the way to leave the stream out.
    static func withoutSamples(
        path: String,
        _ pid: Int,
        _ what: String,
        _ failure: ParseError?
    ) -> MezzanineError {
        let found = failure.map { " (\($0))" } ?? ""
        return .unsupported(
            path: path,
            what: "\(pidText(pid)) without a \(what) of what the program map says\(found)",
            "See what it is with ffprobe; package the other streams by their PIDs, each as INPUT:track=PID"
        )
    }

    /// "PID 0x0100".
    static func pidText(_ pid: Int) -> String {
        let digits = String(pid, radix: 16, uppercase: true)
        return "PID 0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
