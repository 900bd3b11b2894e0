import CMicroHTTPD
import WipedMemory

extension LoopbackResponse {
    /// Gives the answer to libmicrohttpd, which sends and wipes it; or an answer 500 where it is not one of HTTP.
    consuming func queue(_ connection: OpaquePointer) -> MHD_Result {
        if (200...599).contains(status), let response = unsafe makeResponse() {
            defer { unsafe libmicrohttpd.MHD_destroy_response(response) }
            return unsafe libmicrohttpd.MHD_queue_response(connection, UInt32(status), response)
        }
        guard let response = unsafe fairlead_mhd_response(libmicrohttpd, nil, 0) else { return .NO }
        defer { unsafe libmicrohttpd.MHD_destroy_response(response) }
        return unsafe libmicrohttpd.MHD_queue_response(connection, 500, response)
    }

    private borrowing func makeResponse() -> OpaquePointer? {
        let made = unsafe body.withSpan { span in
            unsafe span.withUnsafeBytes { bytes in
                unsafe fairlead_mhd_response(libmicrohttpd, bytes.baseAddress, bytes.count)
            }
        }
        guard let response = unsafe made else { return nil }
        for field in headers.all
        where unsafe libmicrohttpd.MHD_add_response_header(response, field.name, field.value) != .YES {
            unsafe libmicrohttpd.MHD_destroy_response(response)
            return nil
        }
        return unsafe response
    }
}
