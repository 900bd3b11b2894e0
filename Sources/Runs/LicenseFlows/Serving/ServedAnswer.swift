import LoopbackServers
import Rehearsal

/// An answer of `serve`, and what its log says of it.
struct ServedAnswer: ~Copyable {
    /// The server; nil for nobody.
    let endpoint: String?
    /// The file that was asked for, percent-encoded.
    var file: String?
    /// The step whose fault was injected.
    var fault: FlowStep?
    /// The answer.
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

    /// The answer with further fields.
    consuming func response(adding fields: LoopbackFields) -> LoopbackResponse {
        var response = response
        for field in fields.all { response.headers.append(field.name, field.value) }
        return response
    }
}
