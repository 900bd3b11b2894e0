import Ciphers
import FoundationEssentials
import LicenseMessages

/// An app and its device: generates SPCs, posts them and receives CKCs.
struct LicenseClient {
    /// The result of posting an SPC.
    enum Answer {
        /// A CKC, still encrypted.
        case ckc([UInt8])
        /// A body that does not have the form of the request.
        case noCKC(byteCount: Int)
        /// An HTTP status other than 200.
        case refused(LicenseResponse)
        /// No answer.
        case unreachable(reason: String)
    }

    let certificate: LicenseCertificate
    let applicationSecret: ApplicationSecretKey
    /// The function D.
    let function: any DeviceKeyFunction
    let transport: any LicenseTransport

    /// Generates an SPC.
    ///
    /// - Parameters:
    ///   - assetID: the asset id, 2 to 200 bytes.
    ///   - state: the playback state of the device.
    ///   - indicator: the output of the video, such as AirPlay.
    /// - Returns: the SPC, with the secrets to decrypt its CKC.
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

    /// Posts an SPC to a license address; some forms of the body also contain the key URI.
    func post(
        _ request: LicenseRequest,
        uri: String,
        _ form: LicenseRequestForm,
        to route: LicenseRoute
    ) -> Answer {
        let response: LicenseResponse
        do throws(LicenseTransportError) {
            let body = form.body(of: request.spc, uri: uri, assetID: request.assetID)
            var appRequest = AppRequest(.license, route.url, posting: body, as: form.contentType)
            appRequest.headers += route.headers
            response = try transport.perform(appRequest)
        } catch {
            return .unreachable(reason: error.reason)
        }
        guard response.status == 200 else { return .refused(response) }
        return route.answer.ckc(in: response.body, form).map { .ckc($0) }
            ?? .noCKC(byteCount: response.body.count)
    }
}
