import Ciphers
import HLSPackaging
import HLSPlaylists
import KeyStore

/// Bytes that a playlist names, with all that is needed to look at them in the clear.
struct VerificationTarget: Sendable {
    /// How the bytes are encrypted.
    enum Protection: Sendable {
        case clear
        /// A CBC stream of its own.
        case wholeSegment(KeyRecord, InitializationVector)
        /// A range inside a CBC stream that starts with the file (RFC 8216bis 6.3.6).
        case iFrame(KeyRecord, InitializationVector)
    }

    /// A range of a file; a nil range is the whole.
    struct Location: Hashable, Sendable {
        let path: String
        let name: String
        let range: Range<UInt64>?
    }

    let playlist: TreePath
    let line: Int
    let location: Location
    /// The file, relative to the folder of the playlist.
    let relativePath: String
    /// The same bytes in the clear presentation.
    let source: Location?
    let protection: Protection
    /// The media sequence number of a segment; nil for a section.
    let mediaSequence: UInt64?
    let expectation: StreamExpectation

    /// A finding about it.
    func finding(_ rule: Finding.Rule, _ message: String, offset: UInt64? = nil) -> Finding {
        Finding(
            rule,
            message,
            playlist: playlist.description,
            line: line,
            file: location.name,
            offset: offset
        )
    }
}
