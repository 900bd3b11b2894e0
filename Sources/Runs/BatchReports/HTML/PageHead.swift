import Ciphers

/// The start of a self-contained HTML page: content security policy, style sheet and title.
package enum PageHead {
    /// Returns the page up to the start of its body.
    ///
    /// - Parameters:
    ///   - title: the title of the page, as escaped HTML.
    ///   - moreStyle: CSS that follows the style sheet of all pages.
    ///   - script: the exact text of the page's only script, or nil if it has none.
    /// - Returns: the HTML, including the opening tag of the body.
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

    /// Returns a content security policy that permits only the given style sheet and script.
    ///
    /// Markup that an input might get into the page is therefore inert.
    private static func policy(_ style: String, _ script: String?) -> String {
        "default-src &#39;none&#39;; img-src data:; style-src \(source(style)); "
            + "script-src \(script.map(source) ?? "&#39;none&#39;"); base-uri &#39;none&#39;; form-action &#39;none&#39;"
    }

    /// Returns the `hash-source` of a text (Content Security Policy Level 3), in escaped quotes.
    private static func source(_ text: String) -> String {
        "&#39;sha256-\(Base64.encode(SHA256.digest(of: Array(text.utf8))))&#39;"
    }
}
