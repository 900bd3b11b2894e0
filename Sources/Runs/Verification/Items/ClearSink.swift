import Ciphers
import Inspection

/// Receives the clear bytes of a verification item.
///
/// It checks their syntax, compares them with the source, and computes their MAC.
struct ClearSink: ~Copyable {
    private(set) var shape: SegmentSyntax
    private(set) var length: UInt64 = 0
    /// The IV at the start of an AES-256-GCM segment, or nil for other media.
    var iv: InitializationVector?
    private var mac: MediaAuthenticationCode?
    private var source: SourceBytes?
    private var sourceFailure: VerificationFailure?
    private var skipped: UInt64 = 0
    private var lead: UInt64 = 0
    private var maximum = UInt64.max

    /// Indicates whether there is a source and no byte so far differs from it.
    var isSource: Bool { source.map { $0.difference == nil } ?? false }

    init(_ target: VerificationItem, digestKey: ContentKey) throws {
        shape = SegmentSyntax(expecting: target.expectation)
        mac = try MediaAuthenticationCode(key: digestKey)
        guard let place = target.source else { return }
        do throws(VerificationFailure) {
            source = try SourceBytes(place.location)
        } catch {
            sourceFailure = error
        }
    }

    /// Makes `consume` skip the first `lead` bytes, and use at most `maximum` bytes after them.
    mutating func limit(skipping lead: UInt64, to maximum: UInt64) {
        self.lead = lead
        self.maximum = maximum
    }

    mutating func consume(_ buffer: [UInt8], _ range: Range<Int>) throws {
        let skip = Int(min(UInt64(range.count), lead - skipped))
        skipped += UInt64(skip)
        let start = range.lowerBound + skip
        let end = start + Int(min(UInt64(range.upperBound - start), maximum - length))
        guard start < end else { return }
        let clear = buffer.span.extracting(start..<end)
        shape.consume(clear)
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
        shape.finish()
        source?.finish(length: length)
        return try mac.take()?.finish()
    }

    /// Returns the faults of the bytes and their first difference from the source.
    func findings(for target: VerificationItem, isComplete: Bool) -> [Finding] {
        var findings: [Finding] = []
        if let failure = sourceFailure {
            findings.append(target.finding(failure.rule, failure.message))
        }
        if let difference = source?.difference {
            findings.append(target.finding(.sourceMedia, difference.message, offset: difference.offset))
        }
        let isOfSource = isComplete && isSource
        return findings
            + target.findings(on: shape) { _ in isOfSource }.map { finding in
                var finding = finding
                if isComplete { finding.mediaOffset = finding.offset.map { target.fileOffset(of: $0) } }
                return finding
            }
    }
}
