import EntitlementMessages
import HTTPTransfers
import Presentations

/// The check of the URLs from which a player loads identity keys (step R02).
struct KeyURLStep {
    /// A key URL.
    struct KeyURL {
        /// The index of the key among those of the flow.
        let keyIndex: Int
        /// The URL as written, with the scheme of the key server (https).
        let text: String
        /// The parsed URL, or nil if only an app that uses the text as it is can request the key.
        let httpURL: HTTPURL?
    }

    private(set) var result = StepResult()
    private(set) var keyURLs: [KeyURL] = []
    private var nextKeyIndex = 0

    /// The hosts of the URLs, without duplicates.
    var hosts: [String] {
        var hosts: [String] = []
        for url in keyURLs.compactMap(\.httpURL) {
            let host = url.host.filter { !"[]".contains($0) }
            if hosts.contains(host) { continue }
            hosts.append(host)
        }
        return hosts
    }

    /// Adds the URL of the next key.
    mutating func add(_ key: KeyUse) {
        defer { nextKeyIndex += 1 }
        let text: String
        if key.uri.utf8.starts(with: "https://".utf8) {
            text = key.uri
        } else if key.uri.utf8.starts(with: "skd://".utf8) {
            // An app's resource loader replaces `skd` with the scheme of its key server.
            text = "https" + key.uri.dropFirst(3)
            result.warn(
                at: key.location,
                "\(key.shownURI) is not an https URL: only an app that loads resources itself gets the key, a player alone does not",
                remedy:
                    "Use a template with https (aes-128-https, https-key), if players are to request the key."
            )
        } else {
            refuse(key)
            return
        }
        do throws(HTTPError) {
            let url = try HTTPURL(text)
            // libcurl accepts hosts and ports that cannot exist.
            if let fault = TokenURL.fault(of: text) {
                result.fail(at: key.location, "\(key.shownURI) \(fault.predicate)", remedy: fault.remedy)
                return
            }
            result.countRun(request: "the URL of the key line \(key.location)", result: url.label)
            keyURLs.append(KeyURL(keyIndex: nextKeyIndex, text: text, httpURL: url))
        } catch {
            if text != key.uri {
                result.countRun(
                    request: "the URL of the key line \(key.location)",
                    result: "none: the app uses the URI as text"
                )
                keyURLs.append(KeyURL(keyIndex: nextKeyIndex, text: text, httpURL: nil))
                return
            }
            result.fail(
                at: key.location,
                "\(key.shownURI) cannot be requested: \(error)",
                remedy: "Correct the URL."
            )
        }
    }

    private mutating func refuse(_ key: KeyUse) {
        let scheme = key.uri.utf8.prefix { $0 != UInt8(ascii: ":") }
        let fault =
            key.uri.utf8.starts(with: "http://".utf8)
            ? "sends the key unencrypted over the network"
            : scheme.elementsEqual("data".utf8)
                ? "is the key itself, in the playlist"
                : scheme.count == key.uri.utf8.count
                    ? "is a file next to the playlist, which anyone can load"
                    : "has a scheme that no player requests"
        result.fail(at: key.location, "\(key.shownURI) \(fault)", remedy: "Use an https URL.")
    }
}
