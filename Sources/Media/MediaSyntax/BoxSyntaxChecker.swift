import Bitstreams
import ISOBaseMedia

/// A checker of a stream of boxes (ISO/IEC 14496-12).
///
/// A fault is said to be in a box if this was read with its body, or else in the box structure.
protocol BoxSyntaxChecker: SyntaxChecker {
    var boxes: BoxStream { get set }
    var fault: SyntaxFault? { get set }
    /// Indicates whether the stream may end inside the box that is open.
    var mayEndInBox: Bool { get }
    /// Checks that a box may begin here.
    mutating func checkStart(_ header: BoxHeader, at offset: UInt64) throws(ParseError)
    /// Checks a box that `boxes` gives with its body.
    mutating func check(_ box: Box) throws(ParseError)
    /// Checks that no box is missing at the end.
    mutating func checkEnd() throws(ParseError)
}

extension BoxSyntaxChecker {
    var mayEndInBox: Bool { false }

    mutating func consume(_ chunk: Span<UInt8>) {
        var position = 0
        do throws(ParseError) {
            while fault == nil, let event = try boxes.next(in: chunk, at: &position) { handle(event) }
        } catch {
            fault = SyntaxFault(error, in: "box structure")
        }
    }

    mutating func finish() {
        guard fault == nil else { return }
        do throws(ParseError) {
            if !mayEndInBox, let event = try boxes.finish() { handle(event) }
            if fault == nil { try checkEnd() }
        } catch {
            fault = SyntaxFault(error, in: "box structure")
        }
    }

    private mutating func handle(_ event: BoxStream.Event) {
        var structure = "box structure"
        do throws(ParseError) {
            switch event {
            case .start(let header, let offset):
                try checkStart(header, at: offset)
            case .body(let box):
                structure = "box '\(box.type)'"
                try check(box)
            }
        } catch {
            fault = SyntaxFault(error, in: structure)
        }
    }
}
