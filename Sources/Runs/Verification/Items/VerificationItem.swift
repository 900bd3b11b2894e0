import Ciphers
import Inspection
import KeyStore
import MediaSyntax
import Presentations
import ProtectionTerms
import SampleEncryption

/// A verification item: bytes that a playlist names, with all that is needed to decrypt and check them.
struct VerificationItem: Sendable {
    /// The encryption of the bytes.
    enum Protection: Sendable {
        case clear
        /// AES-128: a CBC stream of its own.
        case wholeSegment(KeyRecord, InitializationVector)
        /// AES-128: a range inside a CBC stream that starts with the file (RFC 8216bis 6.3.6).
        case iFrame(KeyRecord, InitializationVector)
        /// An AES-256-GCM segment: IV, ciphertext, tag.
        case gcmSegment(KeyRecord)
        /// Samples of a transport stream or of packed audio; the CBC chain of each starts at the IV.
        case sampleAES(KeyRecord, InitializationVector)
        /// Samples in fMP4 fragments.
        case commonEncryption(KeyRecord, ProtectionScheme)
    }

    /// A range of a file, or the whole file if the range is nil.
    struct Location: Hashable, Sendable {
        let path: String
        let name: String
        var range: Range<UInt64>?

        /// Compares paths by their bytes, as the kernel does.
        static func == (one: Self, other: Self) -> Bool {
            one.range == other.range && one.path.utf8.elementsEqual(other.path.utf8)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(range)
            hasher.combine(Array(path.utf8))
        }
    }

    /// The location of bytes, and of the program tables or movie header that they need and may not contain.
    struct Input: Hashable, Sendable {
        var location: Location
        /// The location of the initialization section, or of the segment that holds an I-frame.
        var tables: Location?
        /// The offset in the file of the segment that holds an I-frame, or nil for other bytes.
        var segmentStart: UInt64?
    }

    let playlist: TreePath
    let line: Int
    let input: Input
    /// The same bytes in the clear presentation, or nil if there are none to compare with.
    let source: Input?
    let protection: Protection
    /// Indicates whether the media digest covers the invariant of the samples instead of the bytes.
    ///
    /// True if samples are encrypted anywhere in the presentation.
    let isDigestedByInvariant: Bool
    /// Indicates whether key ids in boxes are compared with those of the keys.
    let comparesKeyIDs: Bool
    /// The media sequence number of a segment, or nil for an initialization section.
    let mediaSequence: UInt64?
    let expectation: ExpectedSyntax
    /// The uses of an initialization section by segments.
    var sectionUse = InitializationSectionUse()

    var location: Location { input.location }

    /// Indicates whether the samples are encrypted one by one.
    var hasEncryptedSamples: Bool { sampleKey != nil }

    /// Indicates whether the bytes are read sample by sample, encrypted or clear.
    ///
    /// Bytes that are encrypted as a whole never are, whatever keys other segments have: padding and tag
    /// would not be checked.
    var isReadSampleBySample: Bool {
        switch protection {
        case .clear: isDigestedByInvariant
        case .sampleAES, .commonEncryption: true
        case .wholeSegment, .iFrame, .gcmSegment: false
        }
    }

    /// The key and IV that decrypt the samples, or nil if these are not encrypted one by one.
    var sampleKey: SampleAESKey? {
        switch protection {
        case .sampleAES(let record, let iv): SampleAESKey(key: record.key, iv: iv)
        case .commonEncryption(let record, _): SampleAESKey(key: record.key, iv: record.iv)
        case .clear, .wholeSegment, .iFrame, .gcmSegment: nil
        }
    }

    /// The KID of the key for samples in fragments, or nil if it is not compared.
    var keyID: [UInt8]? {
        guard comparesKeyIDs, case .commonEncryption(let record, _) = protection else { return nil }
        return record.keyID.bytes
    }

    /// Returns the findings about the syntax of the clear bytes.
    ///
    /// A fault that the source has too is a warning: the protection did not cause it. So are wrong CRCs in
    /// media that are not encrypted at all: players ignore them.
    ///
    /// - Parameters:
    ///   - syntax: the syntax check of the bytes.
    ///   - isOfSource: returns true if the source has the same fault.
    /// - Returns: errors and warnings, with offsets in the item.
    func findings(on syntax: SegmentSyntax, isOfSource: (SyntaxFault) -> Bool) -> [Finding] {
        var findings: [Finding] = []
        for checksums in syntax.checksumFaults {
            let fault = checksums.first
            var (message, isError) = ("\(fault)", !isOfSource(fault))
            if case .clear = protection {
                message +=
                    checksums.isOfAllFrames
                    ? "; no frame of its stream is intact: the stream is encrypted or damaged, or was made this way"
                    : "; other frames are intact: the stream is damaged or was made this way, but is not encrypted"
                isError = false
            }
            findings.append(
                finding(.stream, message, offset: fault.offset, severity: isError ? .error : .warning)
            )
        }
        if let fault = syntax.fault {
            let severity = isOfSource(fault) ? Finding.Severity.warning : .error
            findings.append(finding(.stream, "\(fault)", offset: fault.offset, severity: severity))
        }
        return findings
    }

    /// Creates a finding about this item.
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

    /// Creates a finding that the item, its source or its initialization section cannot be read.
    func finding(_ failure: VerificationFailure) -> Finding {
        finding(failure.rule, failure.message, offset: failure.offset)
    }

    /// Creates a finding that the item is not that of the source.
    func finding(_ difference: SourceDifference) -> Finding {
        finding(.sourceMedia, difference.message, offset: difference.offset)
    }

    /// Returns the offset in the file of a byte at an offset in the item.
    func fileOffset(of offset: UInt64) -> UInt64 { (location.range?.lowerBound ?? 0) + offset }
}
