/// A refusal by the token service, with its published number (ExpressPlay, FairPlay license token request).
package struct TokenRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// A published error number.
    package enum Code: Int, CaseIterable, Sendable {
        case expirationTime = -2002
        case contentKey = -2005
        case noAuthenticator = -2017
        case authenticator = -2018
        case noTokensLeft = -2019
        case contentKeyDigits = -2027
        case administration = -2030
        case accountDisabled = -2031
        case cookie = -2033
        case noValue = -2035
        case extensionType = -2036
        case extensionPayload = -2037
        case errorFormat = -3004
        case device = -4001
        case token = -4010
        case noKeyID = -4018
        case keyStorage = -4019
        case keyIDDigits = -4020
        case keyIDText = -4021
        case keyID = -4022
        case wrappedKey = -4024
        case generalFlags = -5003
        case fairPlayExtension = -6001
        case tokenType = -6002
        case iv = -6003
        case license = -6004
        case keyData = -6005
        case noFairPlay = -6006
        case rentalDuration = -6007
        case deviceBinding = -6008
        case disabled = -6009

        /// The meaning of the number (ExpressPlay, event error codes) in our words.
        package var meaning: String {
            switch self {
            case .expirationTime: "expirationTime is not valid"
            case .contentKey: "contentKey is not valid"
            case .noAuthenticator: "customerAuthenticator is missing"
            case .authenticator: "customerAuthenticator is not valid here"
            case .noTokensLeft: "no tokens are left in the account"
            case .contentKeyDigits: "contentKey does not have 32 hex digits"
            case .administration: "the service has an administrative error"
            case .accountDisabled: "the account is disabled"
            case .cookie: "cookie is longer than 32 characters"
            case .noValue: "a value is missing"
            case .extensionType: "the type of an extension is not valid"
            case .extensionPayload: "the payload of an extension is not valid"
            case .errorFormat: "errorFormat is neither html nor json"
            case .device: "the device is not valid"
            case .token: "the token is not valid, or has expired"
            case .noKeyID: "kid is missing"
            case .keyStorage: "the key storage does not give the key"
            case .keyIDDigits: "kid does not have 32 hex digits"
            case .keyIDText: "the text after ^ in kid is longer than 64 characters"
            case .keyID: "kid is not valid"
            case .wrappedKey: "ek or kek is not valid"
            case .generalFlags: "generalFlags are not valid"
            case .fairPlayExtension: "fpExtension is not valid"
            case .tokenType: "the type of the token is wrong"
            case .iv: "iv does not have 32 hex digits"
            case .license: "the CKC cannot be made"
            case .keyData: "the key's data are not valid"
            case .noFairPlay: "the account does not include FairPlay"
            case .rentalDuration: "rentalDuration is not valid"
            case .deviceBinding: "FairPlay has no tokens that are bound to a device"
            case .disabled: "FairPlay is disabled"
            }
        }

        /// The HTTP status that fairlead's stand-in sends with the number: 401 if the caller is refused, 400
        /// if the request is.
        package var status: Int {
            switch self {
            case .authenticator, .noAuthenticator, .accountDisabled: 401
            default: 400
            }
        }
    }

    /// The error number.
    package let code: Code
    /// The contents that were found and those that were expected, without key values.
    package let message: String

    /// Creates a refusal from its parts.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error number and the message, for people.
    package var description: String { "\(code.rawValue): \(message)" }

    /// Finds an error number in the body of an answer, which may be HTML, JSON or text.
    ///
    /// - Parameter body: the body, of which the first 64 KiB are searched.
    /// - Returns: the first published number, or nil if there is none.
    package static func code(in body: [UInt8]) -> Code? {
        let text = body.prefix(64 << 10)
        var index = text.startIndex
        while let minus = text[index...].firstIndex(of: UInt8(ascii: "-")) {
            let digits = text[(minus + 1)...].prefix { (0x30...0x39).contains($0) }
            if digits.count == 4, let number = Int(String(decoding: digits, as: UTF8.self)),
                let code = Code(rawValue: -number)
            {
                return code
            }
            index = minus + 1
        }
        return nil
    }
}
