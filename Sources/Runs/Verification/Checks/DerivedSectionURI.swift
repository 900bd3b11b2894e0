import TextFormats

/// The URIs of further forms of an initialization section, which protection writes beside the first: `init.key1.mp4` beside
/// `init.mp4`.
enum DerivedSectionURI {
    /// Whether a URI names a form of the section that another names: it differs in a key's number in front of the ending
    /// of the last component of its path.
    static func isForm(_ uri: String, of clear: String) -> Bool {
        guard let own = Parts(uri), let other = Parts(clear), own.folder == other.folder,
            own.rest == other.rest, let form = own.withoutKey
        else { return false }
        // Names may be written with percent-encoding where those of clear files are not.
        return form == other.name || form == Self.decoded(other.name)
            || Self.decoded(form) == Self.decoded(other.name)
    }

    /// A URI as bytes, cut around the name of the file.
    private struct Parts {
        let folder: ArraySlice<UInt8>
        let name: ArraySlice<UInt8>
        /// Query and fragment.
        let rest: ArraySlice<UInt8>

        init?(_ uri: String) {
            let bytes = Array(uri.utf8)
            let end =
                bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
            let start = bytes[..<end].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            guard start < end else { return nil }
            (folder, name, rest) = (bytes[..<start], bytes[start..<end], bytes[end...])
        }

        /// The name without `.keyN`; nil where there is none.
        var withoutKey: ArraySlice<UInt8>? {
            let dots = name.indices.filter { name[$0] == UInt8(ascii: ".") }
            for (index, dot) in dots.enumerated().reversed() {
                let end = index + 1 < dots.count ? dots[index + 1] : name.endIndex
                // The key's number is the last part, or the one before the ending.
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

    /// The bytes that percent-encoding stands for.
    private static func decoded(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        PercentEncoding.bytesSparingMalformed(name)[...]
    }
}
