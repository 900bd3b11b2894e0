/// The member names of an `expressplay-token` object and of the token request in it.
///
/// The names in the request are ExpressPlay's and case-sensitive (Adobe Primetime, FairPlay license token
/// request, table of parameters).
enum TokenParameterName {
    /// The member with the request, without the parameters that are added for each request:
    /// `customerAuthenticator`, `expirationTime`, `cookie`.
    static let parameters = "parameters"
    /// The content key as 32 hexadecimal digits.
    static let contentKey = "contentKey"
    /// The IV as 32 hexadecimal digits, a required parameter.
    static let iv = "iv"
    /// The duration of a rental, in seconds.
    static let rentalDuration = "rentalDuration"
    /// The asset ids of the key, an array of strings.
    static let assetIDs = "asset_ids"
    /// The key URIs for FairPlay, an array of strings.
    static let keyURIs = "key_uris"
}
