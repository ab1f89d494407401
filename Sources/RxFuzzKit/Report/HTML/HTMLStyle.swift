/// The style sheet of the page: light and dark, narrow and wide, on paper.
enum HTMLStyle {
  static let text = [colours, page, tables, drawings, paper].joined(separator: "\n")

  private static let colours = """
    :root { color-scheme: light dark; --paper: #fff; --panel: #f5f7f9; --ink: #1b2229; --faint: #57636f;
      --line: #d5dce3; --link: #0a58a8; --bad: #a8201a; --bad-ground: #fdecea; --good: #17663a;
      --good-ground: #e5f4ea; --known: #7a5200; --known-ground: #fdf3dc; --p: #0a58a8; --q: #9a4a00;
      --r: #6b3fa0; --s: #17663a; --x: #8a1258; --y: #1f6f78; --other: #57636f; --h1: #e4effa;
      --h2: #c3dcf4; --h3: #94c0ea; --h4: #5a9bd8; --h5: #2a73ba; --h6: #0b4a8a; --deep: #fff; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --paper: #10151a; --panel: #181f26; --ink: #e4e9ee; --faint: #9fabb7; --line: #323d48;
        --link: #7cb8f2; --bad: #ff8f85; --bad-ground: #3a1a19; --good: #74d19a; --good-ground: #14301f;
        --known: #edc062; --known-ground: #33280f; --p: #7cb8f2; --q: #f0a45f; --r: #c3a1ec;
        --s: #74d19a; --x: #f08fc4; --y: #6fcbd6; --other: #9fabb7; --h1: #17293a; --h2: #1d3c59;
        --h3: #265380; --h4: #3b77b3; --h5: #6aa5dd; --h6: #a9d2f8; --deep: #0b1116; }
    }
    """

  private static let page = """
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
    body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.5;
      font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
    code, pre, .lanes { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    header, section { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
    header { padding-top: 1.5rem; border-top: 0.4rem solid var(--known); }
    header.bad { border-color: var(--bad); } header.good { border-color: var(--good); }
    h1 { font-size: clamp(1.3rem, 1rem + 1.6vw, 2rem); line-height: 1.25; margin: 0.3rem 0 1rem;
      text-wrap: balance; overflow-wrap: break-word; }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.3rem;
      border-bottom: 1px solid var(--line); }
    h3 { font-size: 1.05rem; line-height: 1.4; margin: 0 0 0.4rem; overflow-wrap: anywhere; }
    h4 { font-size: 0.85rem; margin: 1.2rem 0 0.4rem; color: var(--faint); }
    .tool { margin: 0; color: var(--faint); font-size: 0.9rem; overflow-wrap: anywhere; }
    .figures { display: flex; flex-wrap: wrap; gap: 0.6rem 2rem; margin: 0 0 1rem; }
    .figures div { display: block; padding: 0; border: 0; }
    .figures dt { font-size: 0.8rem; } .figures dd { font-size: 1.15rem; }
    nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
    nav a { padding: 0.3rem 0; } a { color: var(--link); text-underline-offset: 0.2em; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
    .skip { position: absolute; left: -100vw; } .skip:focus { left: 0.5rem; top: 0.5rem;
      background: var(--paper); padding: 0.5rem; }
    main { padding-bottom: 4rem; }
    article { border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 1rem 0; }
    .rule { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--bad);
      font-weight: 700; white-space: nowrap; }
    .badge, .grade { font-size: 0.75rem; font-weight: 600; padding: 0.1rem 0.5rem; border-radius: 1rem;
      white-space: nowrap; }
    .new, .forbidden { background: var(--bad-ground); color: var(--bad); }
    .old, .interesting, .reserve { background: var(--known-ground); color: var(--known); }
    .acceptable { background: var(--good-ground); color: var(--good); }
    .ungraded { background: var(--panel); color: var(--faint); }
    .reserve { padding: 0.5rem 0.75rem; border-radius: 6px; }
    .contract { color: var(--faint); margin: 0 0 0.8rem; } b.wrong { color: var(--bad); }
    pre, .scroll { overflow-x: auto; max-width: 100%; }
    pre { background: var(--panel); border-radius: 6px; padding: 0.75rem 1rem; margin: 0.5rem 0;
      font-size: 0.82rem; line-height: 1.45; tab-size: 4; max-height: 40rem; }
    .switches { font-size: 0.9rem; padding-left: 1.6rem; overflow-wrap: anywhere; }
    .switches b { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.95em; }
    .command { user-select: all; } .long { overflow-wrap: anywhere; }
    dl { margin: 0.8rem 0; } dd { margin: 0; overflow-wrap: anywhere; }
    dl div { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; gap: 0.2rem 1rem;
      padding: 0.25rem 0; border-top: 1px solid var(--line); }
    dl div:first-child { border-top: 0; } dt { color: var(--faint); }
    dd code { font-size: 0.88em; } details { margin: 0.6rem 0; }
    summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; } .none { color: var(--faint); }
    @media (max-width: 40rem) { dl div { grid-template-columns: 1fr; }
      header, section { padding-left: 0.8rem; padding-right: 0.8rem; } article { padding: 0.8rem; }
      .figures { display: grid; grid-template-columns: repeat(2, 1fr); gap: 0.5rem 1rem; } }
    """

  private static let tables = """
    table { border-collapse: collapse; font-size: 0.88rem; margin: 0.5rem 0; }
    caption { text-align: left; color: var(--faint); padding: 0.3rem 0; }
    th, td { text-align: left; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0;
      border-top: 1px solid var(--line); font-weight: 400; }
    tbody th { white-space: nowrap; } thead th { color: var(--faint); border-top: 0; }
    td:last-child:not(.number) { min-width: 12rem; } .heat td:last-child { min-width: 1.35rem; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .heat { border-collapse: separate; border-spacing: 1px; font-size: 0.72rem; }
    .heat th, .heat td { border: 0; padding: 0; } .heat thead th { height: 14rem; vertical-align: bottom; }
    .heat thead span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
    .heat tbody th { position: sticky; left: 0; background: var(--paper); padding-right: 0.6rem; }
    .heat tbody td { min-width: 1.35rem; height: 1.35rem; text-align: center; vertical-align: middle; }
    .legend span { display: inline-block; min-width: 1.35rem; text-align: center; font-size: 0.75rem; }
    td.none { color: var(--line); }
    .h0 { background: var(--bad-ground); color: var(--bad); font-weight: 700; }
    .h1 { background: var(--h1); } .h2 { background: var(--h2); } .h3 { background: var(--h3); }
    .h4 { background: var(--h4); color: var(--deep); } .h5 { background: var(--h5); color: var(--deep); }
    .h6 { background: var(--h6); color: var(--deep); }
    """

  private static let drawings = """
    svg { display: block; } .lanes { font-size: 13px; } .lanes text { fill: var(--ink); }
    .lanes .head { font-weight: 700; } .lanes .step { fill: var(--faint); text-anchor: end; font-size: 11px; }
    .lanes .faint { fill: var(--faint); } .lanes .wrong { fill: var(--bad); font-weight: 700; }
    .lanes .violation { fill: var(--bad-ground); } .lanes .life { stroke-width: 1; stroke-dasharray: 2 4; }
    .lanes .bar { opacity: 0.35; } .lanes .bar.open { stroke-dasharray: 3 3; stroke-width: 1.5; }
    \(lanes)
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; }
    figure { margin: 0; } .chart { width: 100%; height: auto; max-width: 24rem; font-size: 11px; }
    .chart text { fill: var(--faint); } .chart .title { fill: var(--ink); font-weight: 600; }
    .chart .end { text-anchor: end; } .chart .grid, .chart .axis { stroke: var(--line); }
    .chart .area { fill: var(--link); opacity: 0.15; }
    .chart .line { fill: none; stroke: var(--link); stroke-width: 1.5; }
    """

  private static let lanes = ["p", "q", "r", "s", "x", "y", "other"].map { lane in
    ".lanes .head.lane-\(lane), .lanes circle.lane-\(lane), .lanes .bar.lane-\(lane) { fill: var(--\(lane)); }\n"
      + ".lanes .life.lane-\(lane), .lanes .open.lane-\(lane) { stroke: var(--\(lane)); }"
  }.joined(separator: "\n")

  // What is folded stays folded on paper: a test of each finding is pages of source, and an article that must not be
  // broken leaves a page empty before it.
  private static let paper = """
    @media print {
      :root { color-scheme: light; } nav, .skip { display: none; } pre { max-height: none; white-space: pre-wrap; }
      header, section { max-width: none; padding: 0; } figure, tr, svg { break-inside: avoid; }
      h2, h3, h4 { break-after: avoid; } .scroll { overflow: visible; } .lanes { max-width: 100%; height: auto; }
      .heat { font-size: 0.5rem; } .heat tbody td { min-width: 0.8rem; height: 0.8rem; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """
}
