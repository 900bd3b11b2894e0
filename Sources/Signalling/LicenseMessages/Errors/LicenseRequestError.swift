package import Ciphers
import KeyURITemplates
import TextFormats

/// Why a request cannot be made.
package enum LicenseRequestError: Error, Hashable, Sendable {
    /// An asset id that is too short or too long.
    case assetID(bytes: Int)
    /// No device key.
    case deviceKey(DeviceKeyError)
    /// A cipher that failed.
    case cipher(CipherError)
}

extension LicenseRequestError: CustomStringConvertible {
    /// One line for people.
    package var description: String {
        switch self {
        case .assetID(let count):
            "the asset id cannot be asked for (\(CountText.text(count, "byte")), expected \(AssetID.lengths.lowerBound) to "
                + "\(AssetID.lengths.upperBound))"
        case .deviceKey(let error):
            "\(error)"
        case .cipher(let error):
            "\(error)"
        }
    }
}
