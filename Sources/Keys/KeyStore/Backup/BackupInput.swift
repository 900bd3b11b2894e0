import Ciphers
import Failures
import Glibc
import StoreFiles
import WipedMemory

/// A backup file for reading: decrypted with a private key, line by line.
struct BackupInput {
    /// The maximum length of a line, in bytes; our own lines are shorter.
    static let lineLimit = 1 << 26
    /// The remedy for a damaged backup, for messages.
    static let remedy = "Give another copy of the backup."

    let path: String
    let privateKey: PrivateKey

    /// Calls `body` with each line and its number, from 1.
    ///
    /// Only when this returns is it certain that the file was not altered.
    func forEachLine(
        _ body: (Span<UInt8>, Int) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw PrivateFile.readFailure(errno, path)
        }
        defer { _ = close(descriptor) }
        var envelope = try mapErrors(to: failure) { () throws(EnvelopeError) in
            try EnvelopeReader(privateKey: privateKey) { (buffer) throws(EnvelopeError) in
                try Self.readBytes(&buffer, from: descriptor)
            }
        }
        var lines = BackupLineSplitter()
        defer { lines.wipe() }
        while let piece = try next(&envelope) {
            try piece.withSpan { (piece) throws(RunFailure) in
                try lines.append(piece, of: path, body)
            }
        }
        try lines.finish(path)
    }

    private func next(_ envelope: inout EnvelopeReader) throws(RunFailure) -> SecretBytes? {
        try mapErrors(to: failure) { () throws(EnvelopeError) in try envelope.next() }
    }

    private func failure(_ error: EnvelopeError) -> RunFailure {
        switch error {
        case .notARecipient:
            .permissions(
                path: path,
                reason: "\(error)",
                remedy: "Give the private key of a certificate that it was made for."
            )
        case .unreadable(let reason):
            .inputUnreadable(path: path, reason: reason)
        case .malformed, .truncated, .authenticationFailed, .cipher:
            .malformedDocument(
                location: path,
                reason: "not a complete backup: \(error)",
                remedy: Self.remedy
            )
        }
    }

    private static func readBytes(
        _ buffer: inout [UInt8],
        from descriptor: Int32
    ) throws(EnvelopeError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe read(descriptor, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(reason: unsafe String(cString: strerror(errno))) }
            return count
        }
    }
}

/// Splits pieces into lines, in memory that is wiped.
struct BackupLineSplitter {
    /// The length that is reserved for a line, in bytes.
    ///
    /// Lines with a key are not longer, so memory that contains a key never grows.
    private static let reservedByteCount = 1 << 16

    private var unfinishedLine: [UInt8] = []
    /// The number of lines so far.
    private(set) var lineCount = 0

    init() {
        unfinishedLine.reserveCapacity(Self.reservedByteCount)
    }

    /// Throws if the last line has no line feed.
    func finish(_ path: String) throws(RunFailure) {
        guard unfinishedLine.isEmpty else {
            throw .malformedDocument(
                location: "\(path):\(lineCount + 1)",
                reason: "the last line has no line feed",
                remedy: BackupInput.remedy
            )
        }
    }

    /// Calls `body` with the lines that end in `piece`; `path` is for messages.
    mutating func append(
        _ piece: Span<UInt8>,
        of path: String,
        _ body: (Span<UInt8>, Int) throws(RunFailure) -> Void
    ) throws(RunFailure) {
        for index in piece.indices {
            guard piece[index] == UInt8(ascii: "\n") else {
                guard unfinishedLine.count < BackupInput.lineLimit else {
                    throw .malformedDocument(
                        location: "\(path):\(lineCount + 1)",
                        reason: "the line is too long",
                        expected: "at most \(BackupInput.lineLimit) bytes",
                        remedy: BackupInput.remedy
                    )
                }
                unfinishedLine.append(piece[index])
                continue
            }
            lineCount += 1
            try body(unfinishedLine.span, lineCount)
            wipe()
        }
    }

    /// Wipes the line that has not ended yet.
    mutating func wipe() {
        secureErase(&unfinishedLine)
        unfinishedLine.reserveCapacity(Self.reservedByteCount)
    }
}
