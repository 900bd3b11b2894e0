package import FoundationEssentials

/// The records about a title of a batch at the path of a result.
package struct TitleHistory: Hashable, Sendable {
    /// The newest run, or nil if there is none.
    package let latestRun: TitleRun?
    /// The newest run that published, to the path of the newest run; nil if there is none.
    package let latestPublication: TitleRun?
    /// The newest verification of a result at this path, or nil if there is none.
    package let latestVerification: TitleVerification?
}

/// The names by which the history of a title is looked up.
package struct TitleLocation: Hashable, Sendable {
    let contentID: ContentID
    let output: String?

    /// Creates a location; `output` is the absolute path of the result, nil for that of the title's newest run.
    package init(_ contentID: ContentID, at output: String?) {
        (self.contentID, self.output) = (contentID, output)
    }
}

/// A record that the result of a title was verified as a whole, and holds; append-only.
package struct TitleVerification: Hashable, Sendable {
    /// The content id of the title.
    let contentID: ContentID
    /// The absolute path of the result.
    let output: String
    /// The digest of the names, sizes and times of the result's files: 32 bytes.
    package let outputStamp: [UInt8]
    /// The time of verification, in whole seconds once stored.
    package let verifiedAt: Date

    /// Creates a record.
    package init(contentID: ContentID, output: String, outputStamp: [UInt8], verifiedAt: Date = Date()) {
        self.contentID = contentID
        self.output = output
        self.outputStamp = outputStamp
        self.verifiedAt = verifiedAt
    }
}
