/// The style sheet of the report.
enum PageStyle {
    /// The CSS text, exactly as in the page, except that a page may append its own.
    static let text = colors + layout + tables + pictures + narrow

    private static let colors = """

        :root{color-scheme:light dark;\(Palette.light.declarations)}
        @media(prefers-color-scheme:dark){:root{\(Palette.dark.declarations)}}
        \(states)
        \(keys)

        """

    private static let states = Palette.light.pairs.map(\.name).filter { $0 != "clear" }.map {
        ".badge.\($0),.note.\($0),.total.\($0){color:var(--\($0));background:var(--\($0)-paper)}"
            + ".proportions .\($0){fill:var(--\($0))}"
    }.joined(separator: "\n")

    private static let keys =
        (Palette.keys.map { ($0.name, $0.text, $0.background) } + [
            ("clear", "var(--clear)", "var(--clear-paper)")
        ])
        .map { name, ink, paper in
            ".bar .\(name) rect,.bar path.\(name){fill:\(paper)}.bar .\(name) text{fill:\(ink)}"
                + ".swatch.\(name){color:\(ink);background:\(paper)}"
        }.joined(separator: "\n")

    private static let layout = """
        *{box-sizing:border-box}
        body{margin:0;background:var(--page);color:var(--text);font:15px/1.45 system-ui,sans-serif}
        header,main{max-width:1440px;margin:0 auto;padding:0 24px}
        h1{font-size:26px;margin:24px 0 4px}
        h2{font-size:19px;margin:28px 0 10px}
        h3{font-size:15px;margin:18px 0 6px}
        p{margin:0}
        a{color:var(--link)}
        :focus-visible{outline:2px solid var(--link);outline-offset:2px}
        bdi,.message,.digest{overflow-wrap:anywhere}
        .muted,.run,.axis{color:var(--muted)}
        .run{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:14px}
        .run strong{color:var(--text)}
        .digest{font-size:12px}
        .totals{display:flex;flex-wrap:wrap;gap:10px;margin:16px 0 10px}
        .total{flex:1 1 auto;min-width:116px;padding:10px 14px;border-radius:8px;background:var(--card);border:1px solid var(--line)}
        .total dt{font-size:13px}
        .total dd{margin:0;font-size:24px;font-weight:650;font-variant-numeric:tabular-nums;white-space:nowrap}
        .total.none{color:var(--muted)}
        .proportions{display:block;border-radius:4px}
        .count{font-size:14px;font-weight:600;color:var(--muted);margin-left:4px}
        .calm{padding:14px 16px;margin-top:20px;background:var(--card);border:1px solid var(--line);border-radius:8px}
        .failures,.warnings{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:8px}
        .failures>li,.warnings>li{padding:10px 16px;border-left:4px solid var(--bad)}
        .warnings>li{border-left-color:var(--warning)}
        .failures>li+li,.warnings>li+li{border-top:1px solid var(--line)}
        .failures a{font-weight:600;margin-left:6px}
        .failures .message{margin-top:3px}
        .failures .muted,.titles-of{font-size:13px}
        .place{float:right;margin-left:16px}
        .more{margin-top:8px}
        .more>summary{cursor:pointer;color:var(--link);padding:4px 0}
        .more>ul{margin-top:8px}
        .message{white-space:pre-wrap}
        .badge{display:inline-block;padding:1px 9px;border-radius:10px;font-size:13px;font-weight:600;white-space:nowrap}
        .good-text{color:var(--good)}
        .bad-text{color:var(--bad);font-weight:600}
        .flag{display:inline-block;width:18px;border-radius:9px;text-align:center;font-size:13px;font-weight:700;color:var(--warning);background:var(--warning-paper)}

        """

    private static let tables = """
        [hidden]{display:none!important}
        #controls{display:flex;flex-wrap:wrap;gap:10px 18px;align-items:center;margin-bottom:12px}
        #controls label{color:var(--muted);font-size:14px}
        #controls input,#controls select{font:inherit;color:var(--text);background:var(--card);border:1px solid var(--line);border-radius:6px;padding:6px 10px;margin-left:6px}
        #filter{width:280px;max-width:100%}
        #shown{color:var(--muted);font-size:14px}
        .narrow{display:none}
        .heads,.title>summary{display:grid;grid-template-columns:138px minmax(150px,2fr) minmax(90px,1fr) 78px 86px 50px 80px 90px 84px 118px;gap:0 12px;padding:0 16px 0 30px;align-items:center}
        .heads{position:sticky;top:0;z-index:1;background:var(--page);font-size:13px;color:var(--muted);border-bottom:1px solid var(--line)}
        .heads>span{padding:6px 0;min-width:0}
        .heads>.verified{padding-left:12px}
        ::placeholder{color:var(--muted);opacity:1}
        .heads button{all:unset;cursor:pointer;padding:2px 0;white-space:nowrap}
        .heads button:hover{color:var(--text)}
        .heads button:focus-visible{outline:2px solid var(--link)}
        .heads button[data-way]{color:var(--text);font-weight:600}
        .heads button[data-way="1"]::after{content:" ▲";font-size:10px}
        .heads button[data-way="-1"]::after{content:" ▼";font-size:10px}
        .verified{padding-left:12px}
        .duration,.renditions,.keys,.size,.bitrate,.took{text-align:right;font-variant-numeric:tabular-nums}
        #titles{border:1px solid var(--line);border-top:0;border-radius:0 0 8px 8px;background:var(--card)}
        .title{content-visibility:auto;contain-intrinsic-size:auto 40px;scroll-margin-top:40px}
        .title+.title{border-top:1px solid var(--line)}
        .title>summary{cursor:pointer;min-height:40px;padding-top:6px;padding-bottom:6px;position:relative;list-style:none}
        .title>summary::-webkit-details-marker{display:none}
        .title>summary::before{content:"";position:absolute;left:13px;top:16px;border:4px solid transparent;border-left-color:var(--muted)}
        .title[open]>summary::before{transform:rotate(90deg);transform-origin:25% 50%}
        .title>summary:hover{background:var(--hover)}
        .title>summary>span{min-width:0}
        .title .id{font-weight:600}
        .label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .details{padding:4px 16px 20px 30px}
        .note{border-radius:8px;padding:8px 14px;margin:6px 0}
        .note h3{margin:0 0 2px;font-size:13px}
        .note ul{margin:0;padding-left:18px}
        .facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 18px;margin:8px 0;font-size:14px}
        .facts dt{color:var(--muted)}
        .facts dd{margin:0;grid-column:2}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;font-size:13px;width:100%;min-width:680px}
        td bdi{overflow-wrap:break-word}
        th{text-align:left;font-weight:500;color:var(--muted);padding:3px 14px 3px 0;white-space:nowrap}
        td{padding:4px 14px 4px 0;border-top:1px solid var(--line);vertical-align:top}
        td:nth-child(2){font-family:ui-monospace,monospace;min-width:180px}
        td:nth-child(6){min-width:180px}

        """

    private static let pictures = """
        .swatch{display:inline-block;min-width:34px;padding:1px 5px;border-radius:4px;text-align:center;font-weight:600}
        .rendition{margin:12px 0 0}
        .rendition h4{margin:0 0 4px;font-size:14px}
        .rendition h4 span{font-weight:400;color:var(--muted)}
        .bar,.plot{display:block;overflow:hidden}
        .bar{border-radius:4px;border:1px solid var(--line);height:26px}
        .bar rect{width:100%;height:24px;stroke:var(--card);stroke-width:1}
        .bar .clear rect{stroke:none}
        .bar text{text-anchor:middle;font-size:12px;font-weight:600}
        .plot{margin-top:4px;border-bottom:1px solid var(--line)}
        .plot path{fill:var(--area);stroke:var(--step);stroke-width:1.5;vector-effect:non-scaling-stroke;stroke-linejoin:round}
        .plot line{stroke:var(--text);stroke-width:1}
        .plot .peak{stroke-dasharray:2 3}
        .plot .average{stroke-dasharray:8 4}
        .plot text{fill:var(--text);font-size:11px;paint-order:stroke;stroke:var(--card);stroke-width:3px;stroke-linejoin:round}
        .plot .under{stroke:var(--area)}
        .axis{display:flex;justify-content:space-between;font-size:11px}

        """

    private static let narrow = """
        @media(max-width:1080px){
        header,main{padding:0 12px}
        .narrow{display:inline}
        .heads{display:none}
        #titles{border-top:1px solid var(--line);border-radius:8px}
        .title{contain-intrinsic-size:auto 110px}
        .title>summary{display:flex;flex-wrap:wrap;gap:2px 14px;padding:10px 12px 10px 28px}
        .title>summary>.state{order:1}
        .title>summary>.id{order:0;flex:1 0 100%}
        .title>summary>.template{order:2}
        .title>summary>span{order:3;font-size:13px;text-align:left}
        .title>summary>.id{font-size:15px}
        .label{position:static;width:auto;height:auto;clip-path:none;color:var(--muted)}
        .id>.label,.state>.label{display:none}
        .verified{padding-left:0}
        .place{float:none;margin:2px 0 0}
        .failures>li{display:flex;flex-direction:column;align-items:flex-start}
        .failures>li>.place{order:1}
        .failures a{margin:2px 0 0}
        .details{padding:4px 12px 16px}
        .facts{grid-template-columns:minmax(0,1fr);gap:0}
        .facts dt{margin-top:6px;font-size:13px}
        .facts dd{grid-column:1}
        .totals{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr))}
        .total{padding:8px 12px}
        .total dd{font-size:20px}
        }
        @media print{#controls{display:none}.title{content-visibility:visible}}

        """
}
