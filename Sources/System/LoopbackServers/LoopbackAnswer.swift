import Glibc
import HTTPTypes
import NIOCore
import WipedMemory

/// A handler's answer on its way; the file is closed and the bytes are wiped when it ends.
final class LoopbackAnswer: Sendable {
    /// Status and fields, with `Content-Length` and `Date`.
    let head: HTTPResponse
    /// How long the answer is held back.
    let delay: Duration
    private let body: LoopbackResponse.Body

    /// The answer of a handler, or 500 where HTTP does not allow that.
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

    /// Whether a body may come behind the head (RFC 9110 section 6.4.1).
    var hasBody: Bool { head.status.code != 204 && head.status.code != 304 }

    /// A copy of the bytes to send, which its owner wipes; nil for a file.
    func bytes() -> AnswerBytes? {
        switch body {
        case .bytes(let bytes): AnswerBytes(bytes)
        case .file: nil
        }
    }

    /// Number of bytes of the file to send, 0 where there is none.
    var fileBytes: UInt64 {
        switch body {
        case .bytes: 0
        case .file(let file): file.count
        }
    }

    /// Up to `count` bytes of the file, `position` bytes behind its first byte that is sent; nil where it cannot be read.
    func readFile(at position: UInt64, _ count: Int) -> ByteBuffer? {
        switch body {
        case .bytes: nil
        case .file(let file): file.read(at: position, count)
        }
    }
}

extension HTTPResponse {
    /// The head of an answer; nil where HTTP does not allow it.
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
        headerFields[.date] = AnswerDate.text(time(nil))
        headerFields[.contentLength] = String(length)
    }
}
