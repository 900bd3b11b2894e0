import Ciphers
import Inspection

/// Takes the clear bytes of a target: looks at their form, compares them with the source, authenticates them.
struct ClearSink: ~Copyable {
    private(set) var shape: SegmentShape
    private(set) var length: UInt64 = 0
    /// The vector that stands in front of a message of AES-256-GCM.
    var vector: InitializationVector?
    private var code: MediaAuthenticationCode?
    private var source: SourceBytes?
    private var sourceFailure: TargetFailure?
    private var skipped: UInt64 = 0
    private var lead: UInt64 = 0
    private var maximum = UInt64.max

    /// Whether there is a source and nothing of what was taken differs from it.
    var isSource: Bool { source.map { $0.difference == nil } ?? false }

    init(_ target: VerificationTarget, digestKey: ContentKey) throws {
        shape = SegmentShape(expecting: target.expectation)
        code = try MediaAuthenticationCode(key: digestKey)
        guard let place = target.source else { return }
        do throws(TargetFailure) {
            source = try SourceBytes(place.location)
        } catch {
            sourceFailure = error
        }
    }

    /// Leaves out the first bytes and all behind a number of bytes.
    mutating func limit(skipping lead: UInt64, to maximum: UInt64) {
        self.lead = lead
        self.maximum = maximum
    }

    mutating func take(_ buffer: [UInt8], _ range: Range<Int>) throws {
        let skip = Int(min(UInt64(range.count), lead - skipped))
        skipped += UInt64(skip)
        let start = range.lowerBound + skip
        let end = start + Int(min(UInt64(range.upperBound - start), maximum - length))
        guard start < end else { return }
        let clear = buffer.span.extracting(start..<end)
        shape.consume(clear)
        try code?.update(clear)
        compare(buffer, start..<end)
        length += UInt64(end - start)
    }

    /// A source that cannot be read says nothing about the protected bytes, which are looked at all the same.
    private mutating func compare(_ buffer: [UInt8], _ part: Range<Int>) {
        do throws(TargetFailure) {
            try source?.compare(buffer, part, at: length)
        } catch {
            sourceFailure = error
            source = nil
        }
    }

    /// All bytes were taken; returns their authentication code.
    mutating func finish() throws -> [UInt8]? {
        shape.finish()
        source?.finish(length: length)
        return try code.take()?.finish()
    }

    /// What is wrong with the bytes.
    func findings(for target: VerificationTarget, isComplete: Bool) -> [Finding] {
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
