/// The colours of the report, for a light or a dark screen.
package struct Palette: Sendable {
    /// A colour, `#RRGGBB`.
    package typealias Colour = String

    /// What is written in one colour on another.
    package struct Pair: Sendable {
        /// What CSS calls it.
        package let name: String
        /// The colour of the text.
        package let ink: Colour
        /// The colour behind it.
        package let paper: Colour
    }

    /// The page.
    let page: Colour
    /// Cards and rows on the page.
    let card: Colour
    /// Rows under the pointer.
    let hover: Colour
    /// Lines between things.
    let line: Colour
    /// Text.
    let text: Colour
    /// Text of less weight.
    let muted: Colour
    /// Links, and what has the focus.
    let link: Colour
    /// What is well.
    let good: Pair
    /// What failed.
    let bad: Pair
    /// What one should look at.
    let warning: Pair
    /// What is as it was.
    let neutral: Pair
    /// Segments in the clear.
    let clear: Pair
    /// The area under bitrates.
    let area: Colour
    /// The line over it, and that of the peak.
    let step: Colour

    /// For a light screen.
    package static let light = Palette(
        page: "#F4F6F8",
        card: "#FFFFFF",
        hover: "#EEF3F8",
        line: "#CBD3DB",
        text: "#18202A",
        muted: "#4F5B68",
        link: "#0B57A4",
        good: Pair(name: "good", ink: "#0E5A2B", paper: "#DDF4E4"),
        bad: Pair(name: "bad", ink: "#9B1420", paper: "#FCE5E4"),
        warning: Pair(name: "warning", ink: "#6E4500", paper: "#FFF1CC"),
        neutral: Pair(name: "neutral", ink: "#3A4653", paper: "#E6EBF0"),
        clear: Pair(name: "clear", ink: "#3A4653", paper: "#FFFFFF"),
        area: "#CFE3F3",
        step: "#0067A3"
    )

    /// For a dark screen.
    package static let dark = Palette(
        page: "#0F1419",
        card: "#171D24",
        hover: "#1E2630",
        line: "#37424E",
        text: "#E7ECF1",
        muted: "#A3AFBC",
        link: "#86C1FF",
        good: Pair(name: "good", ink: "#8FE3AB", paper: "#14301F"),
        bad: Pair(name: "bad", ink: "#FFABA6", paper: "#3B1618"),
        warning: Pair(name: "warning", ink: "#F3CB6C", paper: "#352807"),
        neutral: Pair(name: "neutral", ink: "#C3CDD7", paper: "#28313B"),
        clear: Pair(name: "clear", ink: "#C3CDD7", paper: "#171D24"),
        area: "#1D3A52",
        step: "#66B8EE"
    )

    /// The colours of keys, the same on both screens; they repeat behind the last.
    ///
    /// They are those of Okabe and Ito without black, which people tell apart whatever colours they see.
    package static let keys: [Pair] = [
        Pair(name: "k0", ink: "#FFFFFF", paper: "#0072B2"),
        Pair(name: "k1", ink: "#000000", paper: "#E69F00"),
        Pair(name: "k2", ink: "#000000", paper: "#009E73"),
        Pair(name: "k3", ink: "#000000", paper: "#CC79A7"),
        Pair(name: "k4", ink: "#000000", paper: "#56B4E9"),
        Pair(name: "k5", ink: "#000000", paper: "#D55E00"),
        Pair(name: "k6", ink: "#000000", paper: "#F0E442"),
    ]

    var pairs: [Pair] { [good, bad, warning, neutral, clear] }

    /// Everything that is written, and on what.
    package var writing: [Pair] {
        let papers = [page, card, hover]
        let plain = [text, muted, link].flatMap { ink in
            papers.map { Pair(name: "\(ink) on \($0)", ink: ink, paper: $0) }
        }
        let onArea = [text, muted].map { Pair(name: "\($0) on the plot", ink: $0, paper: area) }
        let onCards = [good, bad].flatMap { pair in
            [card, hover].map { Pair(name: "\(pair.name) on \($0)", ink: pair.ink, paper: $0) }
        }
        return plain + onArea + onCards + pairs + Palette.keys
    }

    /// The declarations of CSS that name the colours.
    var declarations: String {
        let plain = [
            ("page", page), ("card", card), ("hover", hover), ("line", line), ("text", text),
            ("muted", muted), ("link", link), ("area", area), ("step", step),
        ]
        let both = pairs.flatMap { [($0.name, $0.ink), ($0.name + "-paper", $0.paper)] }
        return (plain + both).map { "--\($0):\($1)" }.joined(separator: ";")
    }
}
