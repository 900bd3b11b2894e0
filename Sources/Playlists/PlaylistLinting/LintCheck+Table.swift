/// The table of all checks: a new rule is a file in `Rules` and a line here.
extension LintCheck {
    /// Every check, in the order of `PlaylistLinter.rules`.
    static let all: [LintCheck] = [
        // Problems that the playlist parser reported
        ProblemRules.check,
        // Lines and line endings
        TagLineRules.check,
        BlankRules.check,
        LineEndingRules.check,
        VersionRule.check,
        // Keys
        KeyValueRules.check,
        KeyDocumentRules.check,
        KeySetRules.check,
        KeyScopeRules.check,
        SessionKeyRules.check,
        // Segments
        DurationRules.check,
        SegmentTagOrderRule.check,
        PlaylistEndRules.check,
        GapRule.check,
        MapRules.check,
        StartRule.check,
        DateTimeRules.check,
        DateRangeRules.check,
        DateRangeIDRules.check,
        // Low latency
        ServerControlRules.check,
        PartRules.check,
        PartOrderRule.check,
        HintRules.check,
        // Media playlists of one presentation
        AlignmentRules.check,
        IFramePlaylistRules.check,
        // Multivariant playlists
        StreamAttributeRules.check,
        StreamValueRules.check,
        StreamSetRules.check,
        GroupRules.check,
        RenditionRules.check,
        IdentifierRules.check,
        ProtectionPolicyRules.check,
        CodecRules.check,
        // Measured media
        MeasuredSegmentRules.check,
        BandwidthRules.check,
        BitrateTagRule.check,
        MeasuredFormatRules.check,
    ]

    /// The functions of the checks of lines.
    static let lineChecks: [@Sendable (LintedLine, inout LintReport) -> Void] = all.compactMap { check in
        guard case .line(let body) = check.body else { return nil }
        return body
    }
}
