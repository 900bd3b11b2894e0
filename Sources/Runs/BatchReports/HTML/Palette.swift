/// The colors of the report for light or dark mode.
package struct Palette: Sendable {
    /// A color as `#RRGGBB`.
    package typealias Colour = String

    /// A text color and its background color.
    package struct Pair: Sendable {
        /// The name in CSS.
        package let name: String
        /// The color of the text.
        package let ink: Colour
        /// The background color.
        package let paper: Colour
    }

    /// The background of the page.
    let page: Colour
    /// The background of cards and rows.
    let card: Colour
    /// The background of rows under the pointer.
    let hover: Colour
    /// The color of separator lines.
    let line: Colour
    let text: Colour
    /// The color of less important text.
    let muted: Colour
    /// The color of links and focus outlines.
    let link: Colour
    /// The colors for success.
    let good: Pair
    /// The colors for failure.
    let bad: Pair
    /// The colors for a warning.
    let warning: Pair
    /// The colors for an unchanged result.
    let neutral: Pair
    /// The colors for clear segments.
    let clear: Pair
    /// The color of the area under the bitrate curve.
    let area: Colour
    /// The color of the bitrate curve.
    let step: Colour

    /// The colors for light mode.
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

    /// The colors for dark mode.
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

    /// The colors of keys, the same in both modes; after the last key color they repeat.
    ///
    /// They are the colors of Okabe and Ito without black, distinguishable with any color vision deficiency.
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

    /// All combinations of text and background colors, whose contrast tests check.
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

    /// The CSS declarations of the colors as custom properties.
    var declarations: String {
        let plain = [
            ("page", page), ("card", card), ("hover", hover), ("line", line), ("text", text),
            ("muted", muted), ("link", link), ("area", area), ("step", step),
        ]
        let both = pairs.flatMap { [($0.name, $0.ink), ($0.name + "-paper", $0.paper)] }
        return (plain + both).map { "--\($0):\($1)" }.joined(separator: ";")
    }
}
