import Glibc
import WipedMemory

extension ContentKey {
    /// The number of consecutive key bytes that must not be shown; random bytes match in one of 2^54 cases.
    private static let shownByteCount = 8

    /// A way to write the bytes of a key that lets a reader find the key.
    private enum Form: CaseIterable {
        case plain
        case reversed
        case complement
        /// The order of a GUID, whose first three fields are little-endian, as PlayReady writes ids.
        case guid

        private static let orderOfGUID = [3, 2, 1, 0, 5, 4, 7, 6]

        /// Returns the bytes of a key in this form.
        func bytes(of key: Span<UInt8>) -> SecretBytes {
            SecretBytes(count: key.count) { target in
                for index in key.indices { target[index] = byte(index, of: key) }
            }
        }

        private func byte(_ index: Int, of key: Span<UInt8>) -> UInt8 {
            switch self {
            case .plain: key[index]
            case .reversed: key[key.count - 1 - index]
            case .complement: ~key[index]
            case .guid: key[index < Self.orderOfGUID.count ? Self.orderOfGUID[index] : index]
            }
        }
    }

    /// Indicates whether `bytes` contain 8 or more consecutive bytes of the key: as they are, reversed,
    /// inverted or in GUID order.
    package func isDisclosed(by bytes: [UInt8]) -> Bool {
        guard bytes.count >= Self.shownByteCount else { return false }
        return Form.allCases.contains { form in
            withSpan(form.bytes).withSpan { key in
                (0...key.count - Self.shownByteCount).contains { start in
                    Self.contains(bytes, key.extracting(start..<start + Self.shownByteCount))
                }
            }
        }
    }

    /// Indicates whether a text discloses the key, also in hexadecimal digits, base64 or `data` URIs.
    package func isDisclosed(byText text: String) -> Bool {
        TextDecodings(text: Array(text.utf8)).contain { isDisclosed(by: $0) }
    }

    /// Searches without memmem(3), which leaves a table made from the searched bytes on the stack.
    private static func contains(_ bytes: [UInt8], _ part: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe part.withUnsafeBytes { part in
                guard let start = bytes.baseAddress, let part = part.baseAddress else { return false }
                let firstByte = unsafe Int32(part.load(as: UInt8.self))
                let offsetCount = bytes.count - shownByteCount + 1
                var offset = 0
                while offset < offsetCount,
                    let match = unsafe memchr(start + offset, firstByte, offsetCount - offset)
                {
                    if unsafe memcmp(match, part, shownByteCount) == 0 { return true }
                    offset = unsafe UnsafeRawPointer(match) - start + 1
                }
                return false
            }
        }
    }
}
