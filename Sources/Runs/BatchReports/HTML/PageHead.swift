import Ciphers

/// The start of a page that needs nothing else: its policy, its style sheet, its title.
package enum PageHead {
    /// The text up to the start of the body.
    ///
    /// - Parameters:
    ///   - title: the title of the page, escaped.
    ///   - moreStyle: what goes behind the style sheet that all pages have.
    ///   - script: the one script that the page will hold, as it stands in it; nil for none.
    /// - Returns: the text.
    package static func html(title: String, moreStyle: String = "", script: String? = nil) -> String {
        let style = PageStyle.text + moreStyle
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy(style, script))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="fairlead">
            <link rel="icon" href="data:,">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>

            """
    }

    /// Nothing is loaded, and nothing runs but what this file was written with: should a name of an input ever get into the page
    /// as a tag, it does nothing.
    private static func policy(_ style: String, _ script: String?) -> String {
        "default-src &#39;none&#39;; img-src data:; style-src \(source(style)); "
            + "script-src \(script.map(source) ?? "&#39;none&#39;"); base-uri &#39;none&#39;; form-action &#39;none&#39;"
    }

    /// A text by its digest (Content Security Policy Level 3, `hash-source`).
    private static func source(_ text: String) -> String {
        "&#39;sha256-\(Base64.encode(SHA256.digest(of: Array(text.utf8))))&#39;"
    }
}
