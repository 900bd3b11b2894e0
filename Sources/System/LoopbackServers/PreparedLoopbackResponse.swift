import Glibc
import HTTPTypes
import NIOCore
import WipedMemory

/// A handler's response while it is sent; the file is closed and the bytes are wiped with the object.
final class PreparedLoopbackResponse: Sendable {
    /// The status and header fields, with `Content-Length` and `Date`.
    let head: HTTPResponse
    /// The time by which the response is delayed.
    let delay: Duration
    private let body: LoopbackResponse.Body

    /// Creates the response of a handler, or a response with status 500 if HTTP does not allow it.
    init(_ response: consuming LoopbackResponse) {
        delay = response.delay
        if let head = HTTPResponse(response) {
            self.head = head
            body = response.body
        } else {
            head = HTTPResponse(status: 500, length: 0)
            body = .bytes(SecretBytes(copying: [UInt8]()))
        }
    }

    /// Indicates whether a body may follow the head (RFC 9110 section 6.4.1).
    var hasBody: Bool { head.status.code != 204 && head.status.code != 304 }

    /// Returns a copy of the bytes to send, which the caller wipes, or nil if the body is a file.
    func bytes() -> ResponseBytes? {
        switch body {
        case .bytes(let bytes): ResponseBytes(bytes)
        case .file: nil
        }
    }

    /// The number of file bytes to send, or 0 if there is no file.
    var fileBytes: UInt64 {
        switch body {
        case .bytes: 0
        case .file(let file): file.count
        }
    }

    /// Reads up to `count` bytes of the file from `position`, counted from the first byte to send.
    ///
    /// - Parameters:
    ///   - position: the offset of the first byte to read, relative to the first byte to send.
    ///   - count: the maximum number of bytes.
    /// - Returns: the bytes, or nil if the file cannot be read.
    func readFile(at position: UInt64, _ count: Int) -> ByteBuffer? {
        switch body {
        case .bytes: nil
        case .file(let file): file.read(at: position, count)
        }
    }
}

extension HTTPResponse {
    /// Creates the head of a response, or returns nil if HTTP does not allow it.
    fileprivate init?(_ response: borrowing LoopbackResponse) {
        guard (200...599).contains(response.status) else { return nil }
        self.init(status: response.status, length: response.body.count)
        for field in response.headers.all {
            guard let name = HTTPField.Name(field.name), HTTPField.isValidValue(field.value),
                name != .contentLength, name != .transferEncoding
            else { return nil }
            if name == .date { headerFields[.date] = nil }
            headerFields.append(HTTPField(name: name, value: field.value))
        }
    }

    fileprivate init(status: Int, length: UInt64) {
        self.init(status: Status(code: status))
        headerFields[.date] = HTTPDateFormat.text(time(nil))
        headerFields[.contentLength] = String(length)
    }
}

/// The bytes of a response body while they are sent.
///
/// NIO's buffers cannot wipe themselves, and slices share their memory. The owner wipes the bytes after they
/// are sent.
final class ResponseBytes: Sendable {
    private let buffer: ByteBuffer

    init(_ bytes: borrowing SecretBytes) {
        buffer = bytes.withSpan { span in
            var buffer = ByteBufferAllocator().buffer(capacity: span.count)
            unsafe span.withUnsafeBytes { bytes in _ = unsafe buffer.writeBytes(bytes) }
            return buffer
        }
    }

    var count: Int { buffer.readableBytes }

    /// Returns a slice of the bytes, in the same memory.
    func part(_ start: Int, _ count: Int) -> ByteBuffer {
        buffer.getSlice(at: buffer.readerIndex + start, length: count) ?? ByteBuffer()
    }

    /// Overwrites the bytes, including those of slices.
    func wipe() {
        unsafe buffer.withVeryUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            // NIO would overwrite a copy if a slice is still alive; this memory is shared by all slices.
            unsafe explicit_bzero(UnsafeMutableRawPointer(mutating: start), bytes.count)
        }
    }
}
