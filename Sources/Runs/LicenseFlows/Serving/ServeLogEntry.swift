/// The log entry of a request to `serve`, without token, query and body.
package struct ServeLogEntry: Hashable, Codable, Sendable {
    /// The method, or nil for a request that could not be read.
    package let method: String?
    /// The name of the server, such as `license` or `media`, or nil if there is none at the path.
    package let endpoint: String?
    /// The path of the requested file in the folder, percent-encoded, or nil for anything else.
    package let file: String?
    /// The HTTP status of the answer.
    package let status: Int
    /// The step of the injected fault, or nil for none.
    package let fault: FlowStep?
}
