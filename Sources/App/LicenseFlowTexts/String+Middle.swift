extension String {
    /// The text with an ellipsis for its middle where it is too long: both ends say what it is.
    ///
    /// - Parameter width: the most characters, at least 3.
    /// - Returns: at most `width` characters.
    func cutInTheMiddle(to width: Int) -> String {
        guard count > width else { return self }
        let start = (width - 1) / 2
        return prefix(start) + "…" + suffix(width - 1 - start)
    }
}
