import Bitstreams

extension MezzanineError {
    /// Returns the error for an elementary stream that is not what the program map says.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - pid: the PID of the stream.
    ///   - what: the name of the sample that is missing, such as "whole frame".
    ///   - failure: the parse error at the start of the stream, or nil if there was none.
    /// - Returns: the error, with advice on leaving the stream out.
    static func noSamplesError(
        path: String,
        _ pid: Int,
        _ what: String,
        _ failure: ParseError?
    ) -> MezzanineError {
        let found = failure.map { " (\($0))" } ?? ""
        return .unsupported(
            path: path,
            what: "\(pidDescription(pid)) without a \(what) of the codec in the program map\(found)",
            "See what it is with ffprobe; package the other streams by their PIDs, each as INPUT:track=PID"
        )
    }

    /// Returns the PID for messages: "PID 0x0100".
    static func pidDescription(_ pid: Int) -> String {
        let digits = String(pid, radix: 16, uppercase: true)
        return "PID 0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
