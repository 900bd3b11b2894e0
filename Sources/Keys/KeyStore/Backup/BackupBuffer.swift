import TextFormats
import WipedMemory

/// Lines of a backup on their way into the envelope: flat JSON objects (RFC 8259) in memory that is wiped.
///
/// The memory is never grown, because a larger array would leave a copy of keys behind.
struct BackupBuffer {
    /// Size of what is encrypted as one piece.
    static let byteLimit = 1 << 16

    private let output: BackupOutput
    private var bytes: [UInt8] = []
    private var isFirstField = true

    /// `output` gets the bytes whenever there are enough of them.
    init(_ output: BackupOutput) {
        self.output = output
        bytes.reserveCapacity(Self.byteLimit)
    }

    mutating func beginLine() throws(KeyStoreError) {
        isFirstField = true
        try append(UInt8(ascii: "{"))
    }

    mutating func endLine() throws(KeyStoreError) {
        try append(UInt8(ascii: "}"))
        try append(UInt8(ascii: "\n"))
    }

    mutating func field(_ name: String, _ text: String) throws(KeyStoreError) {
        try begin(name)
        try string(text)
    }

    mutating func field(_ name: String, _ number: Int64) throws(KeyStoreError) {
        try begin(name)
        try append(utf8: String(number))
    }

    /// Bytes as hexadecimal digits; they are in the buffer only.
    mutating func field(_ name: String, hex secret: Span<UInt8>) throws(KeyStoreError) {
        try begin(name)
        try append(UInt8(ascii: "\""))
        for index in secret.indices {
            let digits = Hexadecimal.digits(of: secret[index])
            try append(digits.high)
            try append(digits.low)
        }
        try append(UInt8(ascii: "\""))
    }

    /// NULL is left out.
    mutating func field(_ name: String, _ value: SQLValue) throws(KeyStoreError) {
        switch value {
        case .null: break
        case .integer(let number): try field(name, number)
        case .text(let text): try field(name, text)
        case .bytes(let bytes): try field(name, hex: bytes.span)
        }
    }

    /// Hands over what is left, and wipes it.
    mutating func flush() throws(KeyStoreError) {
        defer { wipe() }
        if !bytes.isEmpty { try output.write(bytes.span) }
    }

    /// Wipes what was not handed over.
    mutating func wipe() {
        secureErase(&bytes)
        bytes.reserveCapacity(Self.byteLimit)
    }

    private mutating func begin(_ name: String) throws(KeyStoreError) {
        if !isFirstField { try append(UInt8(ascii: ",")) }
        isFirstField = false
        try string(name)
        try append(UInt8(ascii: ":"))
    }

    private mutating func string(_ text: String) throws(KeyStoreError) {
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

    private mutating func append(utf8 text: String) throws(KeyStoreError) {
        for byte in text.utf8 { try append(byte) }
    }

    private mutating func append(_ byte: UInt8) throws(KeyStoreError) {
        if bytes.count == Self.byteLimit { try flush() }
        bytes.append(byte)
    }
}
