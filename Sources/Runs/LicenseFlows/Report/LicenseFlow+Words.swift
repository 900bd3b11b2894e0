extension LicenseFlow {
    /// The way in words, for people.
    package var words: String {
        switch self {
        case .ksm: "FairPlay, the asset id is cut out of the key URI"
        case .hardCoded: "FairPlay, the app has the address of its one license"
        case .keyDelivery: "Identity, the key comes from an https server as it is"
        case .cenc: "Widevine and PlayReady, the key is found by its id"
        }
    }
}
