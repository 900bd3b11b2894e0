import Testing

/// Samples of gray pictures from encoders, and the ranges that Shaka Packager 3.8 protects (its `senc`).
struct AV1EncodedStream: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The configOBUs of `av1C`, in hexadecimal digits.
    let configuration: String
    /// The samples, in hexadecimal digits.
    let samples: [String]
    /// The protected byte ranges of each sample.
    let ranges: [[Range<Int>]]

    static let all: [AV1EncodedStream] = [
        AV1EncodedStream(
            testDescription: "libaom: groups of tiles",
            configuration: "0a0a0000000337ffe6d7c802",
            samples: [
                "0a0a0000000337ffe6d7c8021a0a1000e61c000008000080220580001ad2c02205a8001ad2c02205d0001ad2c022"
                    + "05f8001ad2c0",
                "1a103003c080000046e6760000080000804022038099102203a899102203d099102203f89910",
            ],
            ranges: [[27..<31, 34..<38, 41..<45, 48..<52], [21..<23, 26..<28, 31..<33, 36..<38]]
        ),
        AV1EncodedStream(
            testDescription: "libaom: frames that are shown later",
            configuration: "0a0a00000002afff9b5f2008",
            samples: [
                "0a0a00000002afff9b5f2008320a10008000004a7df7ffff",
                "32113003c08000004681800002000020009910",
                "320c3004010400004680010094c0",
                "320c300602088000468001009080",
                "320c3009c40d1000468001009cf0",
                "320b300a080d1800468001008d",
            ],
            ranges: [[18..<24], [17..<19], [12..<14], [12..<14], [12..<14], [12..<13]]
        ),
        AV1EncodedStream(
            testDescription: "libaom: film grain",
            configuration: "0a0a00000002afff9b5f2018",
            samples: [
                "0a0a00000002afff9b5f2018328a011000818000020000222b840081fe8090060205a4053604c80449f3bbf30df2"
                    + "2ff009000020224030603b80449f4cbf53df5aff60f84818380817d887d876981678076866f7cb5a4857b6f88c27"
                    + "e827b877a847e7f817e807e827d7b8d738672887f925cba807e7f7d8e7c7f7d807f8761878280818079b2787e828"
                    + "2827c80480c08040604030001ac2b0",
                "32133003c0800000468980000200002012bc609910",
            ],
            ranges: [[149..<153], [19..<21]]
        ),
        AV1EncodedStream(
            testDescription: "aomenc: super-resolution",
            configuration: "0a0a00000002afffbb5f6008",
            samples: [
                "0a0a00000002afffbb5f6008320d100040400001000000001ac690",
                "32113003c0800000b468400000200002009910",
                "32113005c1040000b468100000200002009cf0",
            ],
            ranges: [[23..<27], [17..<19], [17..<19]]
        ),
        AV1EncodedStream(
            testDescription: "aomenc: a still picture",
            configuration: "0a0618157ffda008",
            samples: [
                "0a0618157ffda0083209100000004a7df7ffff"
            ],
            ranges: [[13..<19]]
        ),
        AV1EncodedStream(
            testDescription: "SVT-AV1",
            configuration: "0a0a00000002afff805f0008",
            samples: [
                "0a0a00000002afff9f7f2008320c1000be020000100020018180",
                "321030020809249223400000020000009c50",
                "3210300402092492231e0000020000009c50",
            ],
            ranges: [[23..<26], [16..<18], [16..<18]]
        ),
        AV1EncodedStream(
            testDescription: "rav1e",
            configuration: "0a0d000000f957ffc4215102020214",
            samples: [
                "0a0d000000f957ffc4215102020214322010030d23fdefe5da600010a80fac000000000000b2cb2c209210b46b38"
                    + "c2fcd8",
                "3218280908008002035533f8e6e2d260b2cb2c20813800d137123218300a2001401006e67bf1c7c1a0c1c71c7041"
                    + "a26800d13712",
                "1a01c8",
            ],
            ranges: [[43..<49], [23..<26, 49..<52], []]
        ),
    ]
}
