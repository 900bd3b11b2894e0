/// The style sheet of the license flow page, in addition to the style sheet shared by all pages.
enum FlowStyle {
    /// The CSS text.
    static let text = """
        h1 .badge,h2 .badge{vertical-align:middle;margin-left:6px}
        .run .function{color:var(--warning)}
        .way,.way ol,.exchanges,.blocks{list-style:none;margin:0;padding:0}
        .way{display:flex;gap:14px 28px;margin:14px 0}
        .way>li{position:relative;flex:0 1 auto;padding:8px;background:var(--card);border:1px solid var(--line);border-radius:8px}
        .way>li:not(:last-child)::after{content:"→"/"";position:absolute;right:-23px;top:50%;transform:translateY(-50%);font-size:18px;color:var(--muted)}
        .way ol{display:flex;gap:6px}
        .station{font-size:13px;font-weight:600;color:var(--muted);margin:0 0 6px 2px;white-space:nowrap}
        .box{display:flex;flex-direction:column;align-items:flex-start;gap:2px;padding:5px 8px 8px;background:var(--card);border:1px solid var(--line);border-top:4px solid var(--neutral);border-radius:6px}
        .box .badge{margin-top:auto;padding:1px 7px;font-size:12px;white-space:normal}
        .box.holds{border-top-color:var(--good)}
        .box.fails{border-color:var(--bad)}
        .box.skipped{border-style:dashed;border-top-style:solid}
        .code{font:600 13px ui-monospace,monospace;color:var(--muted)}
        .name{font-weight:600;font-size:13px}
        .findings>li.warning{border-left-color:var(--warning)}
        .remedy{color:var(--muted)}
        .steps td:nth-child(2){font-family:inherit;min-width:110px}
        .steps td:nth-child(4),.steps td:nth-child(5){min-width:160px}
        .steps td:nth-child(6){min-width:0}
        .steps td bdi{overflow-wrap:anywhere}
        .exchanges{margin-top:8px}
        .exchanges>li{padding:8px 16px;background:var(--card);border:1px solid var(--line)}
        .exchanges>li+li{border-top:0}
        .uri{font:600 13px ui-monospace,monospace}
        .blocks{display:flex;flex-wrap:wrap;gap:4px 6px;margin-top:4px}
        .blocks>li{padding:0 8px;border:1px solid var(--line);border-radius:6px;font-size:13px}
        .captured .facts{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 16px}
        .remarks{margin-bottom:32px}
        @media(max-width:1279px){
        .way{flex-wrap:wrap;margin-right:24px}
        }
        @media(max-width:640px){
        .way{flex-direction:column;gap:20px;align-items:flex-start;margin-right:0}
        .way ol{flex-wrap:wrap}
        .box{min-width:96px}
        .way>li:not(:last-child)::after{content:"↓"/"";left:18px;right:auto;top:100%;transform:none;font-size:14px;line-height:20px}
        }

        """
}
