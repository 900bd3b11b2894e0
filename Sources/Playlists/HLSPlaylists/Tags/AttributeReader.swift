/// A reader of typed attribute values of one tag, which logs malformed values that clients can do without.
///
/// Each value is nil if the attribute is absent or malformed.
struct AttributeReader {
    let list: AttributeList
    /// The tag, for errors.
    let tag: TagName
    /// The variables defined before the tag.
    let variables: VariableScope

    /// Reads the attribute list of a line.
    ///
    /// - Throws: `PlaylistError` if the list is malformed.
    init(
        _ line: PlaylistLine,
        of tag: TagName,
        variables: VariableScope,
        _ log: inout ProblemLog
    ) throws(PlaylistError) {
        self.init(try line.attributes(&log), of: tag, variables: variables)
    }

    init(_ list: AttributeList, of tag: TagName, variables: VariableScope) {
        self.list = list
        self.tag = tag
        self.variables = variables
    }

    /// Returns a quoted string that the tag must have.
    func requiredText(_ name: String) throws(PlaylistError) -> String {
        try list.requiredString(name, of: tag, substituting: variables)
    }

    /// Returns a quoted string that the tag must have; empty if it is missing or malformed and the reader
    /// continues.
    func requiredText(_ name: String, _ log: inout ProblemLog) throws(PlaylistError) -> String {
        try log.require { () throws(PlaylistError) in try requiredText(name) } ?? ""
    }

    /// Returns a quoted string with its variables replaced.
    func text(_ name: String, _ log: inout ProblemLog) -> String? {
        log.attempt { () throws(PlaylistError) in try list.quotedString(name, substituting: variables) }
    }

    /// Returns the words of a quoted list, split at a separator; empty if the attribute is absent.
    func texts(_ name: String, separatedBy separator: Character, _ log: inout ProblemLog) -> [String] {
        text(name, &log).map { $0.split(separator: separator).map(String.init) } ?? []
    }

    func integer(_ name: String, _ log: inout ProblemLog) -> UInt64? {
        log.attempt { () throws(PlaylistError) in try list.decimalInteger(name) }
    }

    /// Returns a decimal number that is not a time.
    func number(_ name: String, _ log: inout ProblemLog) -> Double? {
        log.attempt { () throws(PlaylistError) in try list.decimalFloatingPoint(name) }
    }

    /// Returns decimal seconds, exact to 18 decimals.
    func seconds(_ name: String, _ log: inout ProblemLog) -> Duration? {
        log.attempt { () throws(PlaylistError) in try list.decimalSeconds(name) }
    }

    func bytes(_ name: String, _ log: inout ProblemLog) -> [UInt8]? {
        log.attempt { () throws(PlaylistError) in
            try list.hexadecimalSequence(name, substituting: variables)
        }
    }

    func date(_ name: String, _ log: inout ProblemLog) -> DateTime? {
        log.attempt { () throws(PlaylistError) in try list.quotedDate(name, substituting: variables) }
    }

    /// Returns an enumerated string as a value of a type; logs unknown words.
    func word<Word: KeywordValue>(_ name: String, as type: Word.Type, _ log: inout ProblemLog) -> Word? {
        log.attempt { () throws(PlaylistError) in try list.keyword(name, as: type) }
    }

    /// Returns whether the value is `YES`; logs any other word, except `NO` if the tag may have it.
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
