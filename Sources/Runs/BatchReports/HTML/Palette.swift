/// The colors of the report for light or dark mode.
package struct Palette: Sendable {
    /// A color as `#RRGGBB`.
    package typealias Color = String

    /// A text color and its background color.
    package struct Pair: Sendable {
        /// The name in CSS.
        package let name: String
        /// The color of the text.
        package let text: Color
        /// The background color.
        package let background: Color
    }

    /// The background of the page.
    let page: Color
    /// The background of cards and rows.
    let card: Color
    /// The background of rows under the pointer.
    let hover: Color
    /// The color of separator lines.
    let line: Color
    let text: Color
    /// The color of less important text.
    let muted: Color
    /// The color of links and focus outlines.
    let link: Color
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
    let area: Color
    /// The color of the bitrate curve.
    let curve: Color

    /// The colors for light mode.
    package static let light = Palette(
        page: "#F4F6F8",
        card: "#FFFFFF",
        hover: "#EEF3F8",
        line: "#CBD3DB",
        text: "#18202A",
        muted: "#4F5B68",
        link: "#0B57A4",
        good: Pair(name: "good", text: "#0E5A2B", background: "#DDF4E4"),
        bad: Pair(name: "bad", text: "#9B1420", background: "#FCE5E4"),
        warning: Pair(name: "warning", text: "#6E4500", background: "#FFF1CC"),
        neutral: Pair(name: "neutral", text: "#3A4653", background: "#E6EBF0"),
        clear: Pair(name: "clear", text: "#3A4653", background: "#FFFFFF"),
        area: "#CFE3F3",
        curve: "#0067A3"
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
        good: Pair(name: "good", text: "#8FE3AB", background: "#14301F"),
        bad: Pair(name: "bad", text: "#FFABA6", background: "#3B1618"),
        warning: Pair(name: "warning", text: "#F3CB6C", background: "#352807"),
        neutral: Pair(name: "neutral", text: "#C3CDD7", background: "#28313B"),
        clear: Pair(name: "clear", text: "#C3CDD7", background: "#171D24"),
        area: "#1D3A52",
        curve: "#66B8EE"
    )

    /// The colors of keys, the same in both modes; after the last key color they repeat.
    ///
    /// They are the colors of Okabe and Ito without black, distinguishable with any color vision deficiency.
    static let keys: [Pair] = [
        Pair(name: "k0", text: "#FFFFFF", background: "#0072B2"),
        Pair(name: "k1", text: "#000000", background: "#E69F00"),
        Pair(name: "k2", text: "#000000", background: "#009E73"),
        Pair(name: "k3", text: "#000000", background: "#CC79A7"),
        Pair(name: "k4", text: "#000000", background: "#56B4E9"),
        Pair(name: "k5", text: "#000000", background: "#D55E00"),
        Pair(name: "k6", text: "#000000", background: "#F0E442"),
    ]

    var pairs: [Pair] { [good, bad, warning, neutral, clear] }

    /// All combinations of text and background colors, whose contrast tests check.
    package var textPairs: [Pair] {
        let papers = [page, card, hover]
        let plain = [text, muted, link].flatMap { ink in
            papers.map { Pair(name: "\(ink) on \($0)", text: ink, background: $0) }
        }
        let onArea = [text, muted].map { Pair(name: "\($0) on the plot", text: $0, background: area) }
        let onCards = [good, bad].flatMap { pair in
            [card, hover].map { Pair(name: "\(pair.name) on \($0)", text: pair.text, background: $0) }
        }
        return plain + onArea + onCards + pairs + Palette.keys
    }

    /// The CSS declarations of the colors as custom properties.
    var declarations: String {
        let plain = [
            ("page", page), ("card", card), ("hover", hover), ("line", line), ("text", text),
            ("muted", muted), ("link", link), ("area", area), ("step", curve),
        ]
        let both = pairs.flatMap { [($0.name, $0.text), ($0.name + "-paper", $0.background)] }
        return (plain + both).map { "--\($0):\($1)" }.joined(separator: ";")
    }
}
