package import Ciphers
import Glibc
import WipedMemory

extension ContentKey {
    /// So many bytes of a key in a row are too much to show; random ones are like them once in 2^54 times.
    private static let shownByteCount = 8

    /// An order in which the bytes of a key may be written, so that who reads it has the key.
    private enum Form: CaseIterable {
        case plain
        case reversed
        case complement
        /// That of a GUID, whose first three fields are little endian, as PlayReady writes ids.
        case guid

        private static let orderOfGUID = [3, 2, 1, 0, 5, 4, 7, 6]

        /// The bytes of a key in this order.
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

    /// Whether 8 bytes of the key or more stand in a row in `bytes`, as they are, backwards, inverted or in the order of a GUID.
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

    /// The same of a text and of all that it stands for: hexadecimal digits, base64, `data` URIs.
    package func isDisclosed(byText text: String) -> Bool {
        TextReadings(text: Array(text.utf8)).contain { isDisclosed(by: $0) }
    }

    /// Not memmem(3), which leaves a table that is made of the part on the stack.
    private static func contains(_ bytes: [UInt8], _ part: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe part.withUnsafeBytes { part in
                guard let start = bytes.baseAddress, let part = part.baseAddress else { return false }
                let first = unsafe Int32(part.load(as: UInt8.self))
                let placeCount = bytes.count - shownByteCount + 1
                var place = 0
                while place < placeCount, let found = unsafe memchr(start + place, first, placeCount - place)
                {
                    if unsafe memcmp(found, part, shownByteCount) == 0 { return true }
                    place = unsafe UnsafeRawPointer(found) - start + 1
                }
                return false
            }
        }
    }
}
