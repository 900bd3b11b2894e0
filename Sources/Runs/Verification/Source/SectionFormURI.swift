import TextFormats

/// Recognizes the URIs of the forms of an initialization section that protection writes beside the first.
///
/// An example is `init.key1.mp4` beside `init.mp4`.
enum SectionFormURI {
    /// Indicates whether a URI names a form of the initialization section at the URI `clearURI`.
    ///
    /// They differ in a key number before the extension of the last path component.
    static func isForm(_ uri: String, of clearURI: String) -> Bool {
        guard let parts = Parts(uri), let clearParts = Parts(clearURI), parts.folder == clearParts.folder,
            parts.rest == clearParts.rest, let unnumberedName = parts.nameWithoutKeyNumber
        else { return false }
        // Names may be percent-encoded where those of clear files are not.
        return unnumberedName == clearParts.name || unnumberedName == Self.decoded(clearParts.name)
            || Self.decoded(unnumberedName) == Self.decoded(clearParts.name)
    }

    /// The parts of a URI around the file name, as bytes.
    private struct Parts {
        let folder: ArraySlice<UInt8>
        let name: ArraySlice<UInt8>
        /// The query and the fragment.
        let rest: ArraySlice<UInt8>

        init?(_ uri: String) {
            let bytes = Array(uri.utf8)
            let end =
                bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
            let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            guard start < end else { return nil }
            (folder, name, rest) = (bytes[..<start], bytes[start..<end], bytes[end...])
        }

        /// The name without `.keyN`, or nil if it has no such part.
        var nameWithoutKeyNumber: ArraySlice<UInt8>? {
            let dots = name.indices.filter { name[$0] == UInt8(ascii: ".") }
            for (index, dot) in dots.enumerated().reversed() {
                let end = index + 1 < dots.count ? dots[index + 1] : name.endIndex
                // The key number is the last part of the name, or the one before the extension.
                guard index >= dots.count - 2 else { break }
                let part = name[(dot + 1)..<end]
                let digits = part.dropFirst(3)
                guard part.starts(with: "key".utf8), !digits.isEmpty,
                    digits.allSatisfy(\.isASCIIDigit)
                else { continue }
                return name[..<dot] + name[end...]
            }
            return nil
        }
    }

    /// Decodes percent-encoding; malformed escapes stay as they are.
    private static func decoded(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        PercentEncoding.decodeLeniently(name)[...]
    }
}
