import Failures
import TextFormats
import WipedMemory

/// A buffer for the lines of a backup before they are encrypted: flat JSON objects (RFC 8259) in memory that
/// is wiped.
///
/// The memory never grows, because a larger array would leave a copy of keys in freed memory.
struct BackupBuffer {
    /// The size of a piece that is encrypted at once, in bytes.
    static let byteLimit = 1 << 16

    private let output: BackupOutput
    private var bytes: [UInt8] = []
    private var isFirstField = true

    /// Creates a buffer that writes to `output` whenever it is full.
    init(_ output: BackupOutput) {
        self.output = output
        bytes.reserveCapacity(Self.byteLimit)
    }

    mutating func beginLine() throws(RunFailure) {
        isFirstField = true
        try append(UInt8(ascii: "{"))
    }

    mutating func endLine() throws(RunFailure) {
        try append(UInt8(ascii: "}"))
        try append(UInt8(ascii: "\n"))
    }

    mutating func appendField(_ name: String, _ text: String) throws(RunFailure) {
        try beginField(name)
        try appendString(text)
    }

    mutating func appendField(_ name: String, _ number: Int64) throws(RunFailure) {
        try beginField(name)
        try append(utf8: String(number))
    }

    /// Appends bytes as hexadecimal digits, which exist only in the buffer.
    mutating func appendField(_ name: String, hex secret: Span<UInt8>) throws(RunFailure) {
        try beginField(name)
        try append(UInt8(ascii: "\""))
        for index in secret.indices {
            let digits = Hexadecimal.digits(of: secret[index])
            try append(digits.high)
            try append(digits.low)
        }
        try append(UInt8(ascii: "\""))
    }

    /// Appends a value; NULL is left out.
    mutating func appendField(_ name: String, _ value: SQLValue) throws(RunFailure) {
        switch value {
        case .null: break
        case .integer(let number): try appendField(name, number)
        case .text(let text): try appendField(name, text)
        case .bytes(let bytes): try appendField(name, hex: bytes.span)
        }
    }

    /// Writes the remaining bytes, and wipes them.
    mutating func flush() throws(RunFailure) {
        defer { wipe() }
        if !bytes.isEmpty { try output.write(bytes.span) }
    }

    /// Wipes the bytes that were not written.
    mutating func wipe() {
        secureErase(&bytes)
        bytes.reserveCapacity(Self.byteLimit)
    }

    private mutating func beginField(_ name: String) throws(RunFailure) {
        if !isFirstField { try append(UInt8(ascii: ",")) }
        isFirstField = false
        try appendString(name)
        try append(UInt8(ascii: ":"))
    }

    private mutating func appendString(_ text: String) throws(RunFailure) {
        try append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if let escape = JSONStringText.escape(of: byte) {
                for byte in escape { try append(byte) }
            } else {
                try append(byte)
            }
        }
        try append(UInt8(ascii: "\""))
    }

    private mutating func append(utf8 text: String) throws(RunFailure) {
        for byte in text.utf8 { try append(byte) }
    }

    private mutating func append(_ byte: UInt8) throws(RunFailure) {
        if bytes.count == Self.byteLimit { try flush() }
        bytes.append(byte)
    }
}
