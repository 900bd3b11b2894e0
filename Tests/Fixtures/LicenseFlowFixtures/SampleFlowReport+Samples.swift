extension SampleFlowReport {
    /// The remark of flows that use a stand-in for D (Apple's device key function).
    package static let standInRemark = "The device key function (Apple's D) is a stand-in."

    /// A report of two flows that hold; one has a warning, and both have one remark in common.
    package static var holding: SampleFlowReport {
        SampleFlowReport(
            [
                flow(
                    "ksm",
                    [
                        step("R01", "key lines", asked: "key lines of FairPlay", came: "2 key lines"),
                        step(
                            "R06",
                            "SPC posted",
                            count: 3,
                            asked: "SPC of 896 bytes",
                            came: "HTTP status 200"
                        ),
                        step(
                            "R09",
                            "policy",
                            asked: "the policy",
                            came: "a lease of 60 s",
                            findings: [
                                finding(
                                    "warning",
                                    at: "keys.csv:2",
                                    "the lease is short",
                                    "Give a longer one."
                                )
                            ]
                        ),
                    ],
                    remarks: [standInRemark, "Only in ksm."],
                    exchanges: [exchange("skd://one"), exchange("skd://two", status: 404, hasAnswer: false)]
                ),
                flow(
                    "cenc",
                    [step("R01", "key lines"), step("R11", "segments", count: 1, asked: "21 segments")],
                    remarks: [standInRemark]
                ),
            ],
            function: "a stand-in for Apple's D",
            source: "in/main.m3u8"
        )
    }

    /// A report of a flow with two errors in one step and a skipped step after it.
    package static var failing: SampleFlowReport {
        SampleFlowReport(
            [
                flow(
                    "ksm",
                    [
                        step("R01", "key lines", asked: "key lines of FairPlay", came: "2 key lines"),
                        step(
                            "R08",
                            "key in the export",
                            "fails",
                            count: 0,
                            findings: [
                                finding(at: "keys.csv", "no such asset id", "Export the title."),
                                finding("error", "no such asset id anywhere", "Name the rule."),
                            ]
                        ),
                        step("R10", "CKC opened", "skipped", count: 0, came: "a step before it failed"),
                    ],
                    remarks: [standInRemark]
                )
            ],
            function: "a stand-in for Apple's D"
        )
    }

    /// A report of a captured request (SPC) that could be opened.
    package static var captured: SampleFlowReport {
        captured(
            [
                step("R05", "certificate"), step("R07", "SPC opened"), step("R02", "asset id"),
                step("R08", "key in the export"),
            ],
            fields: [("asset id", "movie-42"), ("streaming", "on the device")],
            blocks: [("R2", 21), ("asset id", 8)]
        )
    }

    /// A report of a captured request that cannot be opened.
    package static var unopened: SampleFlowReport {
        var sample = captured(
            [
                step(
                    "R06",
                    "SPC posted",
                    "fails",
                    count: 0,
                    findings: [finding(at: "spc", "too short", "Capture all of it.")]
                )
            ],
            fields: [],
            blocks: []
        )
        sample.members["captured"] = nil
        return sample
    }

    /// Returns a report in which every text is `text`.
    package static func saying(_ text: String) -> SampleFlowReport {
        let found = [finding(at: text, text, text), finding("warning", at: text, text, text)]
        var sample = captured(
            [
                step("R01", text, "fails", count: 2, asked: text, came: text, findings: found),
                step("R02", text, asked: text, came: text),
                step("R11", text, "skipped", count: 0, came: text),
            ],
            remarks: [text],
            exchanges: [exchange(text)],
            fields: [(text, text)],
            blocks: [(text, 1)],
            file: text
        )
        sample.members["playlist"] = text
        sample.members["source"] = text
        sample.members["device_key_function"] = text
        sample.members["export"] = ["name": text, "format": text, "keys": 1]
        return sample
    }

    private static func captured(
        _ steps: [Object],
        remarks: [String] = ["D's block stays closed."],
        exchanges: [Object] = [],
        fields: [(String, String)],
        blocks: [(String, Int)],
        file: String = "spc"
    ) -> SampleFlowReport {
        var sample = SampleFlowReport([flow("ksm", steps, remarks: remarks, exchanges: exchanges)])
        sample.members["playlist"] = nil
        sample.members["captured"] =
            [
                "file": file, "form": "base64", "unproven": true,
                "fields": fields.map { ["name": $0.0, "value": $0.1] },
                "blocks": blocks.map { ["tag": $0.0, "length": $0.1] as Object },
            ] as Object
        return sample
    }
}
