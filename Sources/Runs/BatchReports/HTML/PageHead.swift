import Ciphers

/// What stands before everything else in the page.
enum PageHead {
    /// Up to the start of the body.
    ///
    /// - Parameter title: the title of the page, escaped.
    /// - Returns: the text.
    static func html(title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="fairlead">
        <link rel="icon" href="data:,">
        <title>\(title)</title>
        <style>\(PageStyle.text)</style>
        </head>
        <body>

        """
    }

    /// Nothing is loaded, and nothing runs but what this file was written with: should a name of an input ever get into the page
    /// as a tag, it does nothing.
    private static let policy =
        "default-src &#39;none&#39;; img-src data:; style-src \(source(PageStyle.text)); "
        + "script-src \(source(PageScript.text)); base-uri &#39;none&#39;; form-action &#39;none&#39;"

    /// A text by its digest (Content Security Policy Level 3, `hash-source`).
    private static func source(_ text: String) -> String {
        "&#39;sha256-\(Base64.encode(SHA256.digest(of: Array(text.utf8))))&#39;"
    }
}
