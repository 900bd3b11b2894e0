import LoopbackServers
import Rehearsal

/// An answer of `serve`, with data for its log.
struct ServedAnswer: ~Copyable {
    /// The name of the server, or nil if there is none at the path.
    let endpoint: String?
    /// The path of the requested file, percent-encoded, or nil for anything else.
    var file: String?
    /// The step of the injected fault, or nil for none.
    var fault: FlowStep?
    var response: LoopbackResponse

    init(
        endpoint: String?,
        file: String? = nil,
        fault: FlowStep? = nil,
        response: consuming LoopbackResponse
    ) {
        self.endpoint = endpoint
        self.file = file
        self.fault = fault
        self.response = response
    }

    /// Returns the answer with further header fields.
    consuming func response(adding fields: LoopbackFields) -> LoopbackResponse {
        var response = response
        for field in fields.all { response.headers.append(field.name, field.value) }
        return response
    }
}
