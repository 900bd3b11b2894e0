package import KeyRecordFormats
import KeyStore
import LicenseMessages
import ProtectionTerms
import TextFormats

/// A lookup of keys in an exported file by the URL that a client requests.
package struct KeyURLLookup: Sendable {
    /// The reason why a URL has no key.
    package struct Failure: Error {
        /// The location of the key that caused the failure, or nil if none did.
        package let location: String?
        /// The description of the failure.
        package let message: String
        /// The suggested correction.
        package let remedy: String
    }

    private let keys: ExportedKeys
    private let indices: [[UInt8]: [Int]]

    /// Creates a lookup in an exported file.
    package init(_ keys: ExportedKeys) {
        self.keys = keys
        var indices: [[UInt8]: [Int]] = [:]
        for (index, key) in keys.keys.enumerated() {
            for url in Set(key.signals.compactMap { Self.comparableURL(of: $0.keyURI) }) {
                indices[url, default: []].append(index)
            }
        }
        self.indices = indices
    }

    /// Finds the key of a URL.
    package func key(for url: String) -> Result<ExportedKey, Failure> {
        let keyIndices = Self.comparableURL(of: url).flatMap { indices[$0] } ?? []
        let candidates = keyIndices.map { keys.keys[$0] }.inForce
        guard let key = candidates.first ?? bareKey else { return .failure(missingKeyFailure(url)) }
        guard candidates.allSatisfy({ $0.key == key.key }) else {
            return .failure(
                Failure(
                    location: key.location,
                    message: "the export has \(candidates.distinct.count) keys for this URL",
                    remedy: "Give each key a URL of its own."
                )
            )
        }
        guard key.state != .revoked, key.key != nil else {
            return .failure(
                Failure(
                    location: key.location,
                    message: "the key is revoked in the export (\(key.description))",
                    remedy: "Protect the title with \(CommandOption.newKey), and export again."
                )
            )
        }
        return .success(key)
    }

    /// Finds the key of a URL for use in licenses.
    ///
    /// - Parameter url: the URL.
    /// - Returns: the key with its IV.
    /// - Throws: `KSMRefusal` with -42584 if there are no or several keys or IVs, or the key cannot be used.
    package func usableKey(for url: String) throws(KSMRefusal) -> KSMLookup.UsableKey {
        switch key(for: url) {
        case .success(let key):
            let keyIndices = Self.comparableURL(of: url).flatMap { indices[$0] } ?? []
            guard keyIndices.map({ keys.keys[$0] }).inForce.allSatisfy({ $0.iv == key.iv }) else {
                throw KSMRefusal(
                    .lookup,
                    .noContentKey,
                    "the export has several IVs for the key of this URL",
                    remedy: "Give each key a URL of its own.",
                    location: key.location
                )
            }
            return try KSMLookup.usableKey(key)
        case .failure(let failure):
            throw KSMRefusal(
                .lookup,
                .noContentKey,
                failure.message,
                remedy: failure.remedy,
                location: failure.location
            )
        }
    }

    /// The key of a file that has only one key and no URLs, or nil for any other file.
    private var bareKey: ExportedKey? { keys.keys.allSatisfy(\.signals.isEmpty) ? keys.soleKey : nil }

    private func missingKeyFailure(_ url: String) -> Failure {
        let requestedForms = Self.forms(of: url)
        for key in keys.keys {
            for signal in key.signals {
                let signaledForms = Self.forms(of: signal.keyURI)
                guard let difference = requestedForms.difference(from: signaledForms) else { continue }
                return Failure(
                    location: key.location,
                    message: "the export has a URL that differs only in \(difference) (\(key.description))",
                    remedy: "Write the same URL into playlist and export."
                )
            }
        }
        return Failure(
            location: nil,
            message: "the export has no key for this URL (\(keys.summary))",
            remedy:
                "Export the title that is played, in a format that has key URIs (jsonl, csv), or a key-file."
        )
    }

    /// The forms of a URL that typical mistakes do not change.
    private struct Forms {
        let lowered: [UInt8]
        let decoded: [UInt8]?
        let withoutSlash: [UInt8]
        let withoutQuery: [UInt8]

        func difference(from other: Self) -> String? {
            if lowered == other.lowered { return "upper and lower case" }
            if let decoded, decoded == other.decoded { return "percent-encoding" }
            if withoutSlash == other.withoutSlash { return "a slash at the end" }
            return withoutQuery == other.withoutQuery ? "the query" : nil
        }
    }

    private static func forms(of url: String) -> Forms {
        let bytes = comparableURL(of: url) ?? Array(url.utf8)
        return Forms(
            lowered: bytes.map(\.asciiLowercased),
            decoded: PercentEncoding.decode(bytes[...]).map { Array($0.utf8) },
            withoutSlash: bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes,
            withoutQuery: Array(bytes.prefix { $0 != UInt8(ascii: "?") })
        )
    }

    /// Returns host, port, path and query in the form in which servers compare them.
    ///
    /// Returns nil for a URI that does not begin with `https://` or `skd://`.
    private static func comparableURL(of url: String) -> [UInt8]? {
        let bytes = Array(url.utf8)
        guard let scheme = ["https://", "skd://"].first(where: { bytes.starts(with: $0.utf8) }) else {
            return nil
        }
        let rest = bytes[scheme.utf8.count...].prefix { $0 != UInt8(ascii: "#") }
        let authority = rest.prefix { !"/?".utf8.contains($0) }
        let hostStart = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        var host = authority[hostStart...].map(\.asciiLowercased)
        if host.suffix(4).elementsEqual(":443".utf8) { host.removeLast(4) }
        let path = rest[authority.endIndex...]
        return host + (path.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + path
    }
}
