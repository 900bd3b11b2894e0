import Ciphers
import Inspection
import KeyStore
import Presentations
import ProtectionTerms
import SampleEncryption

/// Bytes that a playlist names, with all that is needed to look at them in the clear.
struct VerificationTarget: Sendable {
    /// How the bytes are encrypted.
    enum Protection: Sendable {
        case clear
        /// A CBC stream of its own.
        case wholeSegment(KeyRecord, InitializationVector)
        /// A range inside a CBC stream that starts with the file (RFC 8216bis 6.3.6).
        case iFrame(KeyRecord, InitializationVector)
        /// A message of AES-256-GCM: vector, ciphertext, tag.
        case sealed(KeyRecord)
        /// Samples of a transport stream or of packed audio, each from the IV on.
        case sampleAES(KeyRecord, InitializationVector)
        /// Samples in fragments of fMP4.
        case commonEncryption(KeyRecord, ProtectionScheme)
    }

    /// A range of a file; a nil range is the whole.
    struct Location: Hashable, Sendable {
        let path: String
        let name: String
        var range: Range<UInt64>?

        /// Paths are compared by their bytes, as the kernel does.
        static func == (one: Self, other: Self) -> Bool {
            one.range == other.range && one.path.utf8.elementsEqual(other.path.utf8)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(range)
            hasher.combine(Array(path.utf8))
        }
    }

    /// Where bytes are, and where the program tables or the movie header are that they need and may not hold.
    struct Place: Hashable, Sendable {
        var location: Location
        /// The `EXT-X-MAP`, or the segment that holds an I-frame.
        var tables: Location?
        /// Where the segment that holds an I-frame starts in the file; nil for other bytes.
        var segmentStart: UInt64?
    }

    let playlist: TreePath
    let line: Int
    let place: Place
    /// The same bytes in the clear presentation.
    let source: Place?
    let protection: Protection
    /// Whether the digest of the rendition takes the essence of transport streams and packed audio and not their bytes:
    /// a key of SAMPLE-AES is in force somewhere in the rendition.
    let countsByEssence: Bool
    /// Whether the key ids in boxes are compared with those of the keys.
    let comparesKeyIDs: Bool
    /// The media sequence number of a segment; nil for a section.
    let mediaSequence: UInt64?
    let expectation: StreamExpectation
    /// How segments use a section.
    var sectionUse = SectionUse()

    /// The bytes.
    var location: Location { place.location }

    /// Whether samples are encrypted.
    var isSampleEncrypted: Bool { sampleKey != nil }

    /// Whether its bytes are read as samples: encrypted ones, or clear ones beside such.
    ///
    /// What is encrypted as a whole never is, whatever keys other segments have: nobody would look at padding and tag then.
    var isReadBySamples: Bool {
        switch protection {
        case .clear: countsByEssence
        case .sampleAES, .commonEncryption: true
        case .wholeSegment, .iFrame, .sealed: false
        }
    }

    /// What samples are decrypted with.
    var sampleKey: SampleAESKey? {
        switch protection {
        case .sampleAES(let record, let iv): SampleAESKey(key: record.key, iv: iv)
        case .commonEncryption(let record, _): SampleAESKey(key: record.key, iv: record.iv)
        case .clear, .wholeSegment, .iFrame, .sealed: nil
        }
    }

    /// KID of the key that samples in fragments are encrypted with; nil where it does not matter.
    var keyID: [UInt8]? {
        guard comparesKeyIDs, case .commonEncryption(let record, _) = protection else { return nil }
        return record.keyID.bytes
    }

    /// What is against the form of its clear bytes.
    ///
    /// A fault that the source has too is a warning: the protection did not make it. So are wrong CRCs of media that are not
    /// encrypted at all: players do not mind them.
    ///
    /// - Parameters:
    ///   - shape: the bytes.
    ///   - isOfSource: whether the source has the same fault.
    /// - Returns: the findings.
    func findings(on shape: SegmentShape, isOfSource: (StreamShapeFault) -> Bool) -> [Finding] {
        var findings: [Finding] = []
        for checksums in shape.checksumFaults {
            let fault = checksums.first
            var (message, isError) = ("\(fault)", !isOfSource(fault))
            if case .clear = protection {
                message +=
                    checksums.isOfAllFrames
                    ? "; no frame of its stream is intact: encrypted, made so or damaged"
                    : "; other frames are intact: made so or damaged, but not encrypted"
                isError = false
            }
            findings.append(
                finding(.stream, message, offset: fault.offset, severity: isError ? .error : .warning)
            )
        }
        if let fault = shape.fault {
            let severity = isOfSource(fault) ? Finding.Severity.warning : .error
            findings.append(finding(.stream, "\(fault)", offset: fault.offset, severity: severity))
        }
        return findings
    }

    /// A finding about it.
    func finding(
        _ rule: Finding.Rule,
        _ message: String,
        offset: UInt64? = nil,
        severity: Finding.Severity = .error
    ) -> Finding {
        Finding(
            rule,
            message,
            playlist: playlist.description,
            line: line,
            file: location.name,
            offset: offset,
            severity: severity
        )
    }

    /// The offset in the file of a byte at an offset in the target.
    func fileOffset(of offset: UInt64) -> UInt64 { (location.range?.lowerBound ?? 0) + offset }
}
