package import Ciphers
import KeyURITemplates
import TextFormats

/// The reason why a request cannot be created.
package enum LicenseRequestError: Error, Hashable, Sendable {
    /// The asset id is shorter than 2 or longer than 200 bytes.
    case assetID(bytes: Int)
    /// The device key could not be derived.
    case deviceKey(DeviceKeyError)
    /// A cipher failed.
    case cipher(CipherError)
}

extension LicenseRequestError: CustomStringConvertible {
    /// The error in one line for people.
    package var description: String {
        switch self {
        case .assetID(let count):
            "the asset id cannot be requested (\(CountText.text(count, "byte")), expected \(AssetID.lengths.lowerBound) to "
                + "\(AssetID.lengths.upperBound))"
        case .deviceKey(let error):
            "\(error)"
        case .cipher(let error):
            "\(error)"
        }
    }
}
