/// A display that redraws itself on the terminal and can be cleared for lines.
package protocol TerminalDisplay: Sendable {
    /// Clears the display and calls `write`, which writes lines to the terminal.
    ///
    /// The display is not redrawn before `write` returns, so that it does not overwrite those lines.
    func clear(during write: () -> Void)
}
