import Ciphers
import FoundationEssentials
import LicenseMessages

/// An app and its device, as far as they ask for licenses: SPC, request, CKC.
struct LicenseClient {
    /// What came of a request.
    enum Answer {
        /// A CKC, not opened.
        case ckc([UInt8])
        /// A body of so many bytes that is not of the form of the request.
        case noCKC(byteCount: Int)
        /// Another HTTP status than 200.
        case refused(LicenseResponse)
        /// None, and why.
        case unreachable(reason: String)
    }

    let certificate: LicenseCertificate
    let applicationSecret: ApplicationSecretKey
    /// D.
    let function: any DeviceKeyFunction
    let transport: any LicenseTransport

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - assetID: 2 to 200 bytes.
    ///   - state: what the device is doing.
    ///   - indicator: where it shows pictures.
    /// - Returns: the request.
    /// - Throws: `LicenseRequestError`.
    func request(
        for assetID: [UInt8],
        _ state: PlaybackState,
        on indicator: StreamingIndicator = .device
    ) throws(LicenseRequestError) -> LicenseRequest {
        try LicenseRequest(
            assetID: assetID,
            certificate: certificate,
            applicationSecret: applicationSecret,
            function: function,
            playbackState: MediaPlaybackState(
                creationDate: UInt32(clamping: Int(Date().timeIntervalSince1970)),
                state: state,
                sessionID: UInt64.random(in: 1...UInt64.max)
            ),
            streamingIndicator: indicator
        )
    }

    /// Posts a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - uri: the key URI that it is for, which some forms name.
    ///   - form: the form.
    ///   - route: where it goes.
    /// - Returns: what came.
    func post(
        _ request: LicenseRequest,
        uri: String,
        _ form: LicenseRequestForm,
        to route: LicenseRoute
    ) -> Answer {
        let response: LicenseResponse
        do throws(LicenseTransportError) {
            let body = form.body(of: request.spc, uri: uri, assetID: request.assetID)
            var posted = AppRequest(.license, route.url, posting: body, as: form.contentType)
            posted.headers += route.headers
            response = try transport.perform(posted)
        } catch {
            return .unreachable(reason: error.reason)
        }
        guard response.status == 200 else { return .refused(response) }
        return route.answer.ckc(in: response.body, form).map { .ckc($0) }
            ?? .noCKC(byteCount: response.body.count)
    }
}
