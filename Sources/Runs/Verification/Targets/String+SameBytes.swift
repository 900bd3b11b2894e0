extension String {
    /// Whether the UTF-8 is the same: key URIs are opaque, and `==` takes an accented letter for the letter and its
    /// combining accent, which are different bytes to a key server.
    func hasSameBytes(as other: String) -> Bool {
        utf8.elementsEqual(other.utf8)
    }
}
