package import Ciphers

extension ContentKey.Length {
    /// How long the keys of a method are.
    ///
    /// The one place that says it; methods have the names of `--method`, of key records and of uses.
    ///
    /// - Parameter name: the name of the method, such as `aes-256-gcm`.
    package init(ofMethod name: String) {
        self = name == "aes-256-gcm" ? .bits256 : .bits128
    }
}
