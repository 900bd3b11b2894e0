/// Reads the attributes of one tag into typed values, and notes those that clients can do without and that are malformed.
///
/// Each value is nil when the attribute is absent or malformed.
struct AttributeReader {
    /// The attributes.
    let list: AttributeList
    /// The tag, for errors.
    let tag: TagName
    /// The variables defined before the tag.
    let variables: VariableScope

    /// Reads the attribute list of a line.
    ///
    /// - Throws: `PlaylistError` when it is malformed.
    init(
        _ line: PlaylistLine,
        of tag: TagName,
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        self.init(try line.attributes(&log), of: tag, variables: variables)
    }

    /// A reader of a list.
    init(_ list: AttributeList, of tag: TagName, variables: VariableScope) {
        self.list = list
        self.tag = tag
        self.variables = variables
    }

    /// A quoted string that the tag must have.
    func requiredText(_ name: String) throws(PlaylistError) -> String {
        try list.requiredString(name, of: tag, substituting: variables)
    }

    /// A quoted string that the tag must have; empty where it is missing or malformed and the reader goes on.
    func requiredText(_ name: String, _ log: inout ProblemLog) throws(PlaylistError) -> String {
        try log.require { () throws(PlaylistError) in try requiredText(name) } ?? ""
    }

    /// A quoted string with its variables replaced.
    func text(_ name: String, _ log: inout ProblemLog) -> String? {
        log.attempt { () throws(PlaylistError) in try list.quotedString(name, substituting: variables) }
    }

    /// A quoted list of words, separated by a character; empty when absent.
    func texts(_ name: String, separatedBy separator: Character, _ log: inout ProblemLog) -> [String] {
        text(name, &log).map { $0.split(separator: separator).map(String.init) } ?? []
    }

    /// A decimal integer.
    func integer(_ name: String, _ log: inout ProblemLog) -> UInt64? {
        log.attempt { () throws(PlaylistError) in try list.decimalInteger(name) }
    }

    /// A number that is not a time.
    func number(_ name: String, _ log: inout ProblemLog) -> Double? {
        log.attempt { () throws(PlaylistError) in try list.decimalFloatingPoint(name) }
    }

    /// Decimal seconds, exact.
    func seconds(_ name: String, _ log: inout ProblemLog) -> Duration? {
        log.attempt { () throws(PlaylistError) in try list.decimalSeconds(name) }
    }

    /// Bytes in hexadecimal.
    func bytes(_ name: String, _ log: inout ProblemLog) -> [UInt8]? {
        log.attempt { () throws(PlaylistError) in
            try list.hexadecimalSequence(name, substituting: variables)
        }
    }

    /// A date and time.
    func date(_ name: String, _ log: inout ProblemLog) -> DateTime? {
        log.attempt { () throws(PlaylistError) in try list.quotedDate(name, substituting: variables) }
    }

    /// A word of a list; another word is noted.
    func word<Word: KeywordValue>(_ name: String, as type: Word.Type, _ log: inout ProblemLog) -> Word? {
        log.attempt { () throws(PlaylistError) in try list.keyword(name, as: type) }
    }

    /// Whether the value is `YES`; any word but `YES` and, where the tag may have it, `NO` is noted.
    func isYes(_ name: String, orNo mayBeNo: Bool = false, _ log: inout ProblemLog) -> Bool {
        mayBeNo
            ? word(name, as: YesOrNo.self, &log) == .yes
            : word(name, as: Yes.self, &log) == .yes
    }
}

/// The value of an attribute that is `YES` or absent.
enum Yes: String, KeywordValue {
    case yes = "YES"
}

/// The value of an attribute that is `YES` or `NO`; `NO` when absent.
enum YesOrNo: String, KeywordValue {
    case yes = "YES"
    case no = "NO"
}
