/// A display that redraws itself on the terminal and can be cleared for lines.
package protocol TerminalDisplay: Sendable {
    /// Clears the display and calls `write`; nothing is drawn until it returns, so that redrawing does not
    /// remove the lines.
    func clear(during write: () -> Void)
}
