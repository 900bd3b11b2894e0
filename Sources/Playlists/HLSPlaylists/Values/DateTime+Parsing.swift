extension DateTime {
    /// Parses `YYYY-MM-DDThh:mm:ss`, optional decimals, and an optional time zone.
    ///
    /// The zone is `Z` or an offset in hours and optional minutes, with or without a colon. A leap second
    /// counts as the first second of the next minute. More than 18 decimals are rounded.
    package init?(parsing text: ArraySlice<UInt8>) {
        var scanner = DateScanner(bytes: text)
        guard let year = scanner.number(digits: 4), scanner.skip(UInt8(ascii: "-")),
            let month = scanner.number(digits: 2), scanner.skip(UInt8(ascii: "-")),
            let day = scanner.number(digits: 2),
            scanner.skip(UInt8(ascii: "T")) || scanner.skip(UInt8(ascii: "t")),
            let hour = scanner.number(digits: 2), hour < 24, scanner.skip(UInt8(ascii: ":")),
            let minute = scanner.number(digits: 2), minute < 60, scanner.skip(UInt8(ascii: ":")),
            let second = scanner.number(digits: 2), second <= 60,
            let fraction = scanner.fraction(),
            let date = CalendarDate(year: year, month: month, day: day)
        else { return nil }
        var offset: Int?
        guard scanner.readOffset(&offset), scanner.isAtEnd else { return nil }
        let seconds = ((date.daysSinceEpoch * 24 + hour) * 60 + minute - (offset ?? 0)) * 60 + second
        self.init(sinceEpoch: .seconds(seconds) + fraction, offset: offset)
    }
}
