import Bitstreams
import MediaProbing
import Presentations
import SampleEncryption

/// The messages for media that SAMPLE-AES cannot encrypt.
enum SampleErrorDescription {
    private static let otherMethod = "use --method aes-128, which encrypts whole segments"

    /// Returns one line: `PLAYLIST:LINE: FILE: byte N: WHAT`, what was found and expected, and what to do.
    static func text(of error: SampleEncryptionError, at place: MediaLocation) -> String {
        switch error {
        case .malformed(let error):
            "\(place): byte \(place.offset.addingSaturated(error.offset)): the segment is malformed "
                + "(\(error.found), expected \(error.expected)). Repair it, or \(otherMethod)."
        case .unsupported(let offset, let what, let remedy):
            "\(place): byte \(place.offset.addingSaturated(offset)): SAMPLE-AES cannot protect this "
                + "(\(what)). \(remedy)."
        case .alreadyEncrypted(let offset, let what):
            "\(place): byte \(place.offset.addingSaturated(offset)): the media are encrypted already (\(what), "
                + "expected clear ones). Give the clear presentation."
        case .cipher(let error): "a bug in fairlead: \(error). Report it."
        }
    }

    /// Returns the message for a kind of media that is not supported.
    static func text(of kind: StreamKind, at place: MediaLocation) -> String {
        guard kind != .webVTTInUTF16 else {
            return "\(place): \(kind), which players do not read (expected UTF-8). "
                + "Convert it: iconv -f UTF-16 -t UTF-8 IN.vtt > OUT.vtt."
        }
        return
            "\(place): the first bytes are those of no known kind of media (expected fragmented MP4, a transport stream, packed "
            + "audio or WebVTT). Restore the file, or \(otherMethod)."
    }
}
