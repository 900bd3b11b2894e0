import Bitstreams
import MediaProbing
import TextFormats

/// Checks a segment of WebVTT (W3C WebVTT; RFC 8216, 3.5).
///
/// Checked: the signature line; UTF-8 without U+0000 to the last byte; every line with an arrow has the
/// timings of a cue; an X-TIMESTAMP-MAP is well formed. The first 512 bytes of each line are parsed.
///
/// Not noticed: a change that leaves valid text in a cue, a comment, a style sheet or a time.
struct WebVTTSyntax: SyntaxChecker {
    private static let lineLimit = 512
    private static let signature = Array("WEBVTT".utf8)
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var validator = UTF8Validator()
    private var line: [UInt8] = []
    private var lineNumber: UInt64 = 1
    private var lineOffset: UInt64 = 0
    private var offset: UInt64 = 0
    /// Indicates whether the last byte was a carriage return: a line feed now belongs to it.
    private var endedByReturn = false
    private var isInHeader = true
    private var timestampMap: WebVTTTimestampMap?
    private var firstCue: UInt64?

    private(set) var fault: SyntaxFault?

    /// - Parameter isUTF16: true if the first bytes are those of text in UTF-16, which is a fault.
    init(isUTF16: Bool) {
        guard isUTF16 else { return }
        fault = SyntaxFault(
            offset: 0,
            structure: "start of the stream",
            found: "\(StreamKind.webVTTInUTF16)",
            expected: "WebVTT in UTF-8"
        )
    }

    var start: SegmentStartTime? {
        firstCue.map { .transport([0: timestampMap?.transportTime(of: $0) ?? $0 &* 90]) }
    }

    var kind: StreamKind { .webVTT }

    mutating func consume(_ chunk: Span<UInt8>) {
        guard fault == nil else { return }
        do throws(ParseError) {
            for index in chunk.indices { try consumeByte(chunk[index]) }
        } catch {
            fault = SyntaxFault(error, in: "WebVTT line \(lineNumber)")
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            guard validator.missingByteCount == 0 else {
                throw .invalid(
                    offset: offset,
                    field: "the end",
                    found: "inside a UTF-8 sequence",
                    expected: "\(CountText.text(validator.missingByteCount, "byte")) more"
                )
            }
            try endLine()
        } catch {
            fault = SyntaxFault(error, in: "WebVTT line \(lineNumber)")
        }
    }

    private mutating func consumeByte(_ byte: UInt8) throws(ParseError) {
        guard byte != 0, validator.accepts(byte) else {
            throw .invalid(
                offset: offset,
                field: "byte",
                found: byte.hexadecimalText,
                expected: byte == 0 ? "text without U+0000" : "well-formed UTF-8"
            )
        }
        offset += 1
        defer { endedByReturn = byte == 0x0D }
        switch byte {
        case 0x0A where endedByReturn:
            lineOffset = offset
        case 0x0A, 0x0D:
            try endLine()
            line.removeAll(keepingCapacity: true)
            lineOffset = offset
            lineNumber += 1
        default:
            if line.count < Self.lineLimit { line.append(byte) }
        }
    }

    private mutating func endLine() throws(ParseError) {
        if lineNumber == 1 { return try checkSignature() }
        if line.isEmpty { isInHeader = false }
        let text = String(decoding: line, as: UTF8.self)
        if WebVTTCueTimings.hasArrow(text) {
            isInHeader = false
            guard let timings = WebVTTCueTimings(text) else {
                throw wrongLine("an arrow", expected: "hh:mm:ss.ttt --> hh:mm:ss.ttt")
            }
            if firstCue == nil { firstCue = timings.start }
        } else if isInHeader, WebVTTTimestampMap.isTimestampMap(text) {
            timestampMap = WebVTTTimestampMap(text)
            guard timestampMap != nil else {
                throw wrongLine("a time map", expected: "X-TIMESTAMP-MAP=LOCAL:hh:mm:ss.ttt,MPEGTS:n")
            }
        }
    }

    private func checkSignature() throws(ParseError) {
        let markLength = line.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        let rest = line[markLength...]
        let hasSignature = rest.starts(with: Self.signature)
        let next = rest.dropFirst(Self.signature.count).first
        guard hasSignature, next == nil || next == 0x20 || next == 0x09 else {
            throw .invalid(
                offset: UInt64(markLength) + (hasSignature ? UInt64(Self.signature.count) : 0),
                field: "line",
                found: "without signature",
                expected: "WEBVTT, then a space, a tab or the end of the line"
            )
        }
    }

    private func wrongLine(_ what: String, expected: String) -> ParseError {
        .invalid(offset: lineOffset, field: "a malformed line with", found: what, expected: expected)
    }
}
