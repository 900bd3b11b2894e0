/// A request that `serve` answered, as its log has it: no token, no query, no body.
package struct ServedRequest: Hashable, Codable, Sendable {
    /// The method; nil of a request that could not be read.
    package let method: String?
    /// The server that was asked, such as `license`, or `media`; nil for nobody.
    package let endpoint: String?
    /// The file that was asked for within the tree, percent-encoded; nil for anything else.
    package let file: String?
    /// The HTTP status of the answer.
    package let status: Int
    /// The step whose fault was injected; nil for none.
    package let fault: FlowStep?
}
