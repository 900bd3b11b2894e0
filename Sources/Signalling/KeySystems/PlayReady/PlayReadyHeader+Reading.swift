package import Bitstreams
import Ciphers
import FoundationEssentials
import TextFormats

extension PlayReadyHeader {
    /// Reads the value of a header record.
    ///
    /// Documents of other packagers are accepted in any version and order, with unknown elements. Violations
    /// of the specification in namespace, version and keys are listed in `faults`.
    ///
    /// - Parameters:
    ///   - bytes: UTF-16LE, with or without a byte order mark.
    ///   - offset: the offset of the bytes in the enclosing data, for errors.
    /// - Throws: `ParseError` for bytes that are not a header, and for a malformed key id.
    package init(parsing bytes: ArraySlice<UInt8>, at offset: UInt64 = 0) throws(ParseError) {
        guard bytes.count.isMultiple(of: 2) else {
            throw .invalid(
                offset: offset,
                field: "PlayReady Header",
                found: CountText.text(bytes.count, "byte"),
                expected: "UTF-16, two bytes for each unit"
            )
        }
        let pairs = zip(bytes, bytes.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }
        let units = pairs.map { UInt16($0.element.0) | UInt16($0.element.1) << 8 }
        var scanner = MarkupScanner(units, at: offset)
        var document = Document()
        while let item = try scanner.next() { try document.add(item) }
        guard let version = document.version else { throw .missing(offset: offset, "WRMHEADER") }
        if let open = document.openElement {
            throw .missing(offset: offset &+ UInt64(bytes.count), "closing tag of \(open)")
        }
        self.init(version: version, keys: document.keys(), faults: document.faults)
    }

    /// The contents of the elements that were read so far.
    private struct Document {
        private(set) var version: String?
        private(set) var faults: [String] = []
        private var path: [String] = []
        private var listedKeys: [Key] = []
        /// The id of the only key in version 4.0.0.0, which has it in elements.
        private var onlyKeyID: UUID?
        private var algorithm: String?
        private var checksum: [UInt8]?

        /// The innermost element that is still open.
        var openElement: String? { path.last }

        func keys() -> [Key] {
            guard let onlyKeyID else { return listedKeys }
            return listedKeys + [Key(id: onlyKeyID, algorithm: algorithm, checksum: checksum)]
        }

        mutating func add(_ item: MarkupScanner.Item) throws(ParseError) {
            switch item.content {
            case .start(let name, let attributes, let isEmpty):
                try start(name, attributes, at: item.offset)
                if !isEmpty { path.append(name) }
            case .end(let name):
                guard path.popLast() == name else {
                    throw .invalid(
                        offset: item.offset,
                        field: "closing tag",
                        found: name,
                        expected: "that of the element that is open"
                    )
                }
            case .text(let text): try readText(text, at: item.offset)
            }
        }

        private mutating func start(
            _ name: String,
            _ attributes: [String: String],
            at offset: UInt64
        ) throws(ParseError) {
            if path.isEmpty, name == "WRMHEADER" {
                version = attributes["version"] ?? ""
                faults += PlayReadyMarkup.faults(ofHeader: attributes)
            }
            guard name == "KID", !isCustom else { return }
            faults += PlayReadyMarkup.faults(ofKey: attributes)
            guard let value = attributes["VALUE"] else { return }
            listedKeys.append(
                Key(
                    id: try Self.id(value, at: offset),
                    algorithm: attributes["ALGID"],
                    checksum: attributes["CHECKSUM"].flatMap { Base64.decode($0, .missingPadding) }
                )
            )
        }

        private mutating func readText(_ text: String, at offset: UInt64) throws(ParseError) {
            guard !isCustom else { return }
            let value = text.filter { !$0.isWhitespace }
            guard !value.isEmpty else { return }
            switch path.last {
            case "KID": onlyKeyID = try Self.id(value, at: offset)
            case "ALGID":
                algorithm = value
                faults += PlayReadyMarkup.faults(ofKey: ["ALGID": value])
            case "CHECKSUM":
                checksum = Base64.decode(value, .missingPadding)
                faults += PlayReadyMarkup.faults(ofKey: ["CHECKSUM": value])
            default: break
            }
        }

        /// Indicates whether the current element is inside `CUSTOMATTRIBUTES`, where content providers may
        /// put anything.
        private var isCustom: Bool { path.contains("CUSTOMATTRIBUTES") }

        private static func id(_ value: String, at offset: UInt64) throws(ParseError) -> UUID {
            guard let bytes = Base64.decode(value, .missingPadding), let id = PlayReadyGUID.id(of: bytes)
            else {
                throw .invalid(
                    offset: offset,
                    field: "KID",
                    found: CountText.text(value.count, "character"),
                    expected: "a GUID in base64"
                )
            }
            return id
        }
    }
}
