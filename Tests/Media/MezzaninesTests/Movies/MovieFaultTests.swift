import Bitstreams
import ISOBaseMedia
import Mezzanines
import Testing

/// Inputs that are malformed, or valid but unsupported: the error names the fault and its location.
struct MovieFaultTests {
    private static func fault(_ movie: MovieBuilder) -> MezzanineError? {
        #expect(throws: MezzanineError.self) { try movie.read() }
    }

    private static func movie(_ change: (inout MovieBuilder) -> Void) -> MovieBuilder {
        var movie = MovieBuilder()
        change(&movie)
        return movie
    }

    /// Returns a movie with a change in a table of the first track.
    private static func movie(
        _ table: FourCharacterCode,
        _ change: @escaping @Sendable (inout BoxNode) -> Void
    ) -> MovieBuilder {
        movie {
            $0.changeTables { node in
                if table == "stbl" { change(&node) }
                node.updateAll(table, change)
            }
        }
    }

    private struct Case: Sendable {
        let excerpt: String
        let movie: MovieBuilder
    }

    private static let malformed: [Case] = [
        Case(excerpt: "'moov'", movie: movie { $0.hasMovie = false }),
        Case(excerpt: "timescale", movie: movie { $0.timescale = 0 }),
        Case(excerpt: "timescale", movie: movie { $0.tracks[0].timescale = 0 }),
        Case(excerpt: "'stts'", movie: movie("stbl") { $0.removeAll("stts") }),
        Case(excerpt: "'stsc'", movie: movie("stbl") { $0.removeAll("stsc") }),
        Case(excerpt: "'stsz'", movie: movie("stbl") { $0.removeAll("stsz") }),
        Case(excerpt: "'stco'", movie: movie("stbl") { $0.removeAll("stco") }),
        // 'stts' has three samples, 'stsz' four.
        Case(
            excerpt: "number of samples in 'stts'",
            movie: movie("stts") { $0.fields = (zeros(4) + word(1) + word(3) + word(10))[...] }
        ),
        Case(
            excerpt: "number of samples in 'stsc'",
            movie: movie("stsc") { $0.fields = (zeros(4) + [1, 1, 3, 1].flatMap(word))[...] }
        ),
        Case(
            excerpt: "number of samples",
            movie: movie("stsz") { $0.fields = (zeros(4) + word(3) + word(9))[...] }
        ),
        Case(
            excerpt: "sample_description_index",
            movie: movie("stsc") { $0.fields = (zeros(4) + [1, 1, 1, 2].flatMap(word))[...] }
        ),
        Case(
            excerpt: "end of sample 1",
            movie: movie("stco") { $0.fields = (zeros(4) + [4, 5000, 50, 50, 50].flatMap(word))[...] }
        ),
        // A constant size: four samples of 4 GiB.
        Case(
            excerpt: "end of sample 1",
            movie: movie("stsz") { $0.fields = (zeros(4) + word(.max) + word(4))[...] }
        ),
        // The chunks have more samples of one byte than the file has bytes.
        Case(
            excerpt: "end of sample",
            movie: movie("stbl") {
                $0.updateAll("stsz") { $0.fields = (zeros(4) + word(1) + word(100_000))[...] }
                $0.updateAll("stts") { $0.fields = (zeros(4) + word(1) + word(100_000) + word(1))[...] }
                $0.updateAll("stsc") { $0.fields = (zeros(4) + [1, 1, 25_000, 1].flatMap(word))[...] }
            }
        ),
        // Chunks that all refer to the same bytes.
        Case(
            excerpt: "samples overlap",
            movie: movie("stbl") {
                $0.updateAll("stsz") { $0.fields = (zeros(4) + word(1) + word(10_000))[...] }
                $0.updateAll("stts") { $0.fields = (zeros(4) + word(1) + word(10_000) + word(1))[...] }
                $0.updateAll("stsc") { $0.fields = (zeros(4) + [1, 1, 100, 1].flatMap(word))[...] }
                $0.updateAll("stco") {
                    $0.fields = (zeros(4) + word(100) + (0..<100).flatMap { _ in word(30) })[...]
                }
            }
        ),
        Case(excerpt: "size of sample 2", movie: movie { $0.tracks[0].samples[1].bytes = [] }),
        Case(
            excerpt: "duration of all samples",
            movie: movie { for index in 0..<4 { $0.tracks[0].samples[index].duration = 0 } }
        ),
        Case(
            excerpt: "duration of the only sample",
            movie: movie { $0.tracks[0].samples = [.init(duration: 0)] }
        ),
        Case(
            excerpt: "0x0",
            movie: movie {
                $0.tracks[0].entries = [
                    Entries.video("avc1", [Entries.avcC(sets: true)], width: 0, height: 0)
                ]
            }
        ),
        Case(
            excerpt: "no sync sample in track 1",
            movie: movie { for index in 0..<4 { $0.tracks[0].samples[index].isSync = false } }
        ),
        // B-frames without their 'stss': decoded at 0, 10, 20, 30, presented at 10, 50, 30, 40.
        Case(
            excerpt: "composition time of sync sample 3 of track 1",
            movie: movie {
                for (index, offset) in [10, 40, 10, 10].enumerated() {
                    $0.tracks[0].samples[index].compositionOffset = Int32(offset)
                }
            }
        ),
        Case(excerpt: "'avcC'", movie: movie { $0.tracks[0].entries = [Entries.video("avc1", [])] }),
    ]

    @Test(arguments: malformed.indices)
    func isMalformed(_ index: Int) {
        let expected = Self.malformed[index]
        let error = Self.fault(expected.movie)
        guard case .malformed("in.mp4", let fault)? = error else {
            Issue.record("\(expected.excerpt): \(String(describing: error))")
            return
        }
        #expect(fault.description.contains(expected.excerpt), "\(fault)")
        #expect(expected.movie.hasMovie == (fault.offset > 0))
    }

    private static func entry(_ type: FourCharacterCode, _ children: [BoxNode]) -> MovieBuilder {
        movie { $0.tracks[0].entries = [Entries.video(type, children)] }
    }

    private static let protection = BoxNode("sinf", children: [BoxNode("frma", fields: Array("avc1".utf8))])

    @Test(
        arguments: [
            ("encv", [avcC, protection]), ("encv", []), ("avc1", [avcC, protection]), ("drmi", [avcC]),
        ] as [(String, [BoxNode])]
    )
    func isEncrypted(type: String, children: [BoxNode]) {
        guard case .encrypted("in.mp4", let what)? = Self.fault(Self.entry(code(type), children)) else {
            Issue.record("\(type)")
            return
        }
        #expect(what.contains("'\(type)' at byte") && what.contains("track 1"), "\(what)")
    }

    private static let avcC = Entries.avcC(sets: true)
    private static let otherEntry = Entries.video("avc1", [avcC], width: 128)

    private static let unsupported: [Case] = [
        Case(excerpt: "without samples", movie: movie { $0.tracks[0].samples = [] }),
        Case(excerpt: "without a track", movie: movie { $0.tracks = [] }),
        Case(
            excerpt: "without a track",
            movie: movie {
                $0.tracks = [MadeTrack(handler: "text", entries: [BoxNode("tx3g", fields: zeros(38))])]
            }
        ),
        Case(
            excerpt: "in another file (got 'mdia/minf/dinf/dref/url '",
            movie: movie { $0.tracks[0].referenceFlags = 0 }
        ),
        Case(
            excerpt: "several sample entries",
            movie: movie {
                $0.tracks[0].entries = [Entries.avc, otherEntry]
                $0.tracks[0].samples[2].description = 2
            }
        ),
    ]

    @Test(arguments: unsupported.indices)
    func isNotPackaged(_ index: Int) {
        let expected = Self.unsupported[index]
        let error = Self.fault(expected.movie)
        guard case .unsupported("in.mp4", let what, let fix)? = error else {
            Issue.record("\(expected.excerpt): \(String(describing: error))")
            return
        }
        #expect(what.contains(expected.excerpt), "\(what)")
        #expect(!fix.isEmpty)
    }

    /// Boxes that describe encryption (ISO/IEC 23001-7, 7) are refused for clear sample entries.
    @Test(
        arguments: [
            BoxNode("senc", fields: zeros(8)),
            BoxNode("sgpd", fields: [1, 0, 0, 0] + Array("seig".utf8) + zeros(8)),
            BoxNode("sbgp", fields: zeros(4) + Array("seig".utf8) + zeros(4)),
            BoxNode("saiz", fields: [0, 0, 0, 1] + Array("cbcs".utf8) + zeros(9)),
        ]
    )
    func samplesOfAClearEntryAreNotEncrypted(box: BoxNode) throws {
        var tables = MovieBuilder()
        tables.changeTables { $0.children.append(box) }
        var fragments = MovieBuilder(fragments: [MadeFragment()])
        fragments.fragments[0].more = [box]
        for movie in [tables, fragments] {
            guard case .encrypted(_, let what)? = Self.fault(movie) else {
                Issue.record("\(box.type)")
                continue
            }
            #expect(what.contains("'\(box.type)' at byte") && what.contains("track 1"))
        }
    }

    /// A second `moov` is accepted only if it equals the first and lists no samples.
    @Test
    func onlyOneMovieIsInAFile() throws {
        let fragmented = MovieBuilder(tracks: [MadeTrack(samples: [])], fragments: [MadeFragment()])
        let joined = InMemoryByteSource(fragmented.bytes + fragmented.bytes)
        let samples = try Mezzanine.read(path: "in.mp4", joined).tracks.first?.samples
        #expect(samples?.count == 4)
        var wide = fragmented
        wide.tracks[0].entries = [Self.otherEntry]
        // The timescale of mvhd, after version and flags, creation_time and modification_time.
        var clock = MovieBuilder().bytes
        let header = try #require(clock.firstRange(of: Array("mvhd".utf8)))
        clock[header.upperBound + 15] ^= 1
        for (first, second) in [
            (fragmented.bytes, wide.bytes),
            (MovieBuilder().bytes, MovieBuilder(tracks: [MadeTrack(timescale: 90)]).bytes),
            (MovieBuilder().bytes, clock), (MovieBuilder().bytes, MovieBuilder().bytes),
        ] {
            let bytes = InMemoryByteSource(first + second)
            let error = #expect(throws: MezzanineError.self) { try Mezzanine.read(path: "in.mp4", bytes) }
            guard case .unsupported(_, let what, let fix)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(what.contains("a second 'moov' at byte") && fix.contains("Cut the file"))
        }
    }

    /// The samples use the second entry; the first has an unsupported codec.
    @Test
    func entriesThatAreNotUsedDoNotMatter() throws {
        let movie = Self.movie {
            $0.tracks[0].entries = [Entries.video("mp4v", []), Self.otherEntry]
            for index in $0.tracks[0].samples.indices { $0.tracks[0].samples[index].description = 2 }
        }
        #expect(try movie.read().tracks.first?.format.sampleEntry == Self.otherEntry)
    }

    @Test
    func equalEntriesAreOne() throws {
        let movie = Self.movie {
            $0.tracks[0].entries = [Entries.avc, Entries.avc]
            $0.tracks[0].samples[2].description = 2
        }
        #expect(try movie.read().tracks.first?.samples.count == 4)
    }

    /// Truncated before `moov`, the error names the `mdat` box; after it, the first incomplete sample.
    @Test(
        arguments: [
            (30, 20, "size of box 'mdat' 20", "at most 10, the bytes left in the file: it is cut short"),
            (
                -2, -3, "end of sample 6 of track 1 at byte 826",
                "at most 824, the size of the file: it is cut short or its tables are wrong"
            ),
        ]
    )
    func mediaDataThatAreCutAreNamed(count: Int, offset: Int, found: String, expected: String) throws {
        let bytes = MovieBuilder(fragments: [MadeFragment()]).bytes
        try #require(bytes.count == 826)
        let cut = InMemoryByteSource(Array(count < 0 ? bytes.dropLast(-count) : bytes.prefix(count)))
        let error = #expect(throws: MezzanineError.self) { try Mezzanine.read(path: "in.mp4", cut) }
        guard case .malformed("in.mp4", let fault)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.found == found)
        #expect(fault.expected == expected)
        #expect(fault.offset == UInt64(offset < 0 ? bytes.count + offset : offset))
    }

    /// A file truncated at any length gives an error.
    @Test
    func everyCutIsAnError() throws {
        let bytes = MovieBuilder(tracks: [MadeTrack(), MadeTrack()], fragments: [MadeFragment()]).bytes
        let whole = try MovieBuilder(tracks: [MadeTrack(), MadeTrack()], fragments: [MadeFragment()]).read()
        #expect(whole.tracks.map(\.samples.count) == [6, 4])
        let moof = bytes.count - MadeFragment().bytes.count
        // Right before the fragment the truncated file is complete.
        for count in 0..<bytes.count where count != moof {
            let cut = InMemoryByteSource(Array(bytes.prefix(count)))
            #expect(throws: MezzanineError.self, "\(count)") { try Mezzanine.read(path: "in.mp4", cut) }
        }
    }
}
