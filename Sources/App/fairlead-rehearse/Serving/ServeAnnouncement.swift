import CommandLineParts
import LicenseFlows
import ProtectionTerms
import ReportTexts

/// The message that `serve` prints when its servers listen, which is the only place where the token of the
/// run appears.
struct ServeAnnouncement: Encodable {
    private struct Endpoint: Encodable {
        let url: String
        let words: String
    }

    private let event = "listening"
    private let url: String
    private let token: String
    private let presentation: String?
    private let ask: String?
    private let authenticator: String?
    private let flows: [String]
    private let keysAreLogged: Bool
    private let deviceKeyFunction = "a stand-in for Apple's D"
    private let endpoints: [Endpoint]

    private enum CodingKeys: String, CodingKey {
        case event, url, token, presentation, ask, authenticator, flows
        case keysAreLogged = "keys_are_logged"
        case deviceKeyFunction = "device_key_function"
        case endpoints
    }

    /// Creates the message for servers that listen.
    ///
    /// - Parameters:
    ///   - servers: the running servers.
    ///   - request: the parameters of the servers.
    ///   - keysAreLogged: true if a key store logs the keys that are given.
    init(_ servers: StandInServers, _ request: ServeRequest, keysAreLogged: Bool) {
        let url = servers.url
        self.url = url
        token = servers.token
        presentation = request.playlistPath.map { "\(url)/media/\($0)" }
        ask = request.flows.contains(where: \.isOfFairPlay) ? servers.applicationSecret : nil
        authenticator = request.flows.contains(where: \.isOfTokens) ? servers.authenticator : nil
        flows = request.flows.map(\.rawValue)
        self.keysAreLogged = keysAreLogged
        endpoints = servers.endpoints.map { Endpoint(url: url + $0.path, words: $0.words) }
    }

    /// Prints the message, as JSON on one line or as text.
    func write(_ messages: OutputOptions) throws {
        if messages.format == .json {
            try StandardOutput.write(JSONText.line(self) + "\n")
            return
        }
        let width = endpoints.map(\.url.count).max() ?? 0
        var text = "Stand-in servers for \(flows.joined(separator: ", ")) (\(deviceKeyFunction)):\n"
        for endpoint in endpoints {
            let blanks = String(repeating: " ", count: width - endpoint.url.count)
            text += "  \(endpoint.url)\(blanks)  \(endpoint.words)\n"
        }
        if let ask { text += "ASk of this run, for SPCs with the stand-in: \(ask)\n" }
        if let authenticator { text += "customerAuthenticator: \(authenticator)\n" }
        text +=
            keysAreLogged
            ? "Each key is recorded in the log of the key store before it is given.\n"
            : "Keys that are given are not logged: no key store is named.\n"
        text += "The token of this run is in these addresses. End with Ctrl-C or SIGTERM.\n"
        try StandardOutput.write(text)
    }
}
