import Ciphers
import Inspection
import MediaSyntax

/// Receives the clear bytes of a verification item.
///
/// It checks their syntax, compares them with the source, and computes their MAC.
struct ClearSink: ~Copyable {
    private(set) var syntax: SegmentSyntax
    private(set) var length: UInt64 = 0
    /// The IV at the start of an AES-256-GCM segment, or nil for other media.
    var iv: InitializationVector?
    private var mac: MediaAuthenticationCode?
    private var source: SourceBytes?
    private var sourceFailure: VerificationFailure?
    private var skipped: UInt64 = 0
    private var skipLength: UInt64 = 0
    private var maximumLength = UInt64.max

    /// Indicates whether there is a source and no byte so far differs from it.
    var matchesSource: Bool { source.map { $0.difference == nil } ?? false }

    init(_ item: VerificationItem, digestKey: ContentKey) throws {
        syntax = SegmentSyntax(expecting: item.expectation)
        mac = try MediaAuthenticationCode(key: digestKey)
        guard let sourceInput = item.source else { return }
        do throws(VerificationFailure) {
            source = try SourceBytes(sourceInput.location)
        } catch {
            sourceFailure = error
        }
    }

    /// Makes `consume` skip the first `skipLength` bytes, and use at most `maximumLength` bytes after them.
    mutating func limit(skipping skipLength: UInt64, to maximumLength: UInt64) {
        self.skipLength = skipLength
        self.maximumLength = maximumLength
    }

    mutating func consume(_ buffer: [UInt8], _ range: Range<Int>) throws {
        let skip = Int(min(UInt64(range.count), skipLength - skipped))
        skipped += UInt64(skip)
        let start = range.lowerBound + skip
        let end = start + Int(min(UInt64(range.upperBound - start), maximumLength - length))
        guard start < end else { return }
        let clear = buffer.span.extracting(start..<end)
        syntax.consume(clear)
        try mac?.update(clear)
        compare(buffer, start..<end)
        length += UInt64(end - start)
    }

    /// Compares bytes with the source.
    ///
    /// If the source cannot be read, only the comparison ends: the protected bytes are still checked.
    private mutating func compare(_ buffer: [UInt8], _ part: Range<Int>) {
        do throws(VerificationFailure) {
            try source?.compare(buffer, part, at: length)
        } catch {
            sourceFailure = error
            source = nil
        }
    }

    /// Ends the input and returns the MAC of all bytes.
    mutating func finish() throws -> [UInt8]? {
        syntax.finish()
        source?.finish(length: length)
        return try mac.take()?.finish()
    }

    /// Returns the faults of the bytes and their first difference from the source.
    func findings(for item: VerificationItem, isComplete: Bool) -> [Finding] {
        var findings: [Finding] = []
        if let sourceFailure { findings.append(item.finding(sourceFailure)) }
        if let difference = source?.difference { findings.append(item.finding(difference)) }
        let isOfSource = isComplete && matchesSource
        return findings
            + item.findings(on: syntax) { _ in isOfSource }.map { finding in
                var finding = finding
                if isComplete { finding.mediaOffset = finding.offset.map { item.fileOffset(of: $0) } }
                return finding
            }
    }
}
