/// A display that is drawn on the terminal again and again, and makes room for lines.
package protocol TerminalDisplay: Sendable {
    /// Takes away what is drawn, and draws nothing until lines are written: it would take them away next time.
    func giveWay(to write: () -> Void)
}
