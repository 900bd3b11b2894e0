/// Names of an object of `expressplay-token` and of the token request in it.
///
/// Those of the request are ExpressPlay's, which tells upper and lower case apart (Adobe Primetime, FairPlay license token
/// request, table of parameters).
enum TokenParameterName {
    /// The member that is the request, without what belongs to its moment: `customerAuthenticator`, `expirationTime`, `cookie`.
    static let parameters = "parameters"
    /// The content key, 32 digits.
    static let contentKey = "contentKey"
    /// The IV, 32 digits; required.
    static let iv = "iv"
    /// How long a rental lasts, in seconds.
    static let rentalDuration = "rentalDuration"
    /// The asset ids of the key, texts.
    static let assetIDs = "asset_ids"
    /// The key URIs for FairPlay, texts.
    static let keyURIs = "key_uris"
}
