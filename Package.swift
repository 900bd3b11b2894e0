// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    // Where Debian has the headers of libxml2 and libpq. What pkg-config says would link the libraries, too.
    .unsafeFlags(["-Xcc", "-I/usr/include/libxml2", "-Xcc", "-I/usr/include/postgresql"]),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// A library target of fairlead: `Sources/NAME`, strict settings.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of one target: `Tests/NAMETests`, strict settings.
func tests(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name)] + dependencies,
        swiftSettings: strict
    )
}

/// What makes a release start faster: relocations in a tenth of the room (which glibc 2.36 knows, and gold does not), and no table
/// of twenty thousand symbols that nobody looks up.
let fasterStart: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
            "pack-relative-relocs",
        ],
        .when(configuration: .release)
    )
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
    name: "fairlead",
    products: [
        .executable(name: "fairlead", targets: ["fairlead"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        // Layer 0
        library("Bitstreams"),
        library("HLSPlaylists"),
        library("KeyURITemplates"),
        .target(
            name: "BuiltInTemplates",
            path: "Templates",
            sources: ["BuiltInTemplates.swift"],
            resources: [
                .embedInCode("content-id.yaml"),
                .embedInCode("content-id-track.yaml"),
                .embedInCode("content-id-bare.yaml"),
                .embedInCode("entitlement.yaml"),
                .embedInCode("entitlement-verbatim.yaml"),
                .embedInCode("https-key.yaml"),
                .embedInCode("aes-128-https.yaml"),
                .embedInCode("verbatim.yaml"),
                .embedInCode("adobe-offline-packager.yaml"),
                .embedInCode("apple-sample.yaml"),
                .embedInCode("axinom.yaml"),
                .embedInCode("axinom-iv.yaml"),
                .embedInCode("azure-media-services.yaml"),
                .embedInCode("bitmovin.yaml"),
                .embedInCode("buydrm-keyos.yaml"),
                .embedInCode("doverunner-rotating.yaml"),
                .embedInCode("doverunner-vod.yaml"),
                .embedInCode("drmtoday.yaml"),
                .embedInCode("drmtoday-rotating.yaml"),
                .embedInCode("expressplay.yaml"),
                .embedInCode("expressplay-token.yaml"),
                .embedInCode("expressplay-rotation-sample.yaml"),
                .embedInCode("ezdrm.yaml"),
                .embedInCode("irdeto.yaml"),
                .embedInCode("mediaconvert.yaml"),
                .embedInCode("mux.yaml"),
                .embedInCode("nagra-ssp.yaml"),
                .embedInCode("shaka-packager.yaml"),
                .embedInCode("speke.yaml"),
                .embedInCode("template.schema.json"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CCoreDumps"),
        .target(name: "CLinux"),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        // Headers alone: these libraries are loaded when they are first needed.
        .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLibXML2", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        library("SharedLibraries"),
        // Layer 1
        library("Ciphers", ["COpenSSL"]),
        library("ElementaryStreams", ["Bitstreams"]),
        library("OnboardingTemplates", ["KeyURITemplates", "BuiltInTemplates", yams]),
        library("JobFiles", ["OnboardingTemplates", yams]),
        library("PostgreSQLClient", ["CPostgreSQL", "SharedLibraries"]),
        library("XMLDocuments", ["CLibXML2", "SharedLibraries"]),
        library("HTTPTransfers", ["Ciphers", "CCurl", "SharedLibraries"]),
        // Layer 2
        library("TransportStreams", ["Bitstreams"]),
        library("ISOBaseMedia", ["Bitstreams"]),
        library("KeyStore", ["CLinux", "Ciphers", "PostgreSQLClient", "SharedLibraries", grdb]),
        library("CPIXDocuments", ["Ciphers", "SharedLibraries", "XMLDocuments"]),
        // Layer 3
        library(
            "KeyRecordFormats",
            ["Ciphers", "CPIXDocuments", "HLSPlaylists", "ISOBaseMedia", "KeyStore", "KeyURITemplates"]
        ),
        library("KeyServers", ["Ciphers", "CPIXDocuments", "HLSPlaylists", "HTTPTransfers", "KeyStore"]),
        library("KeySystems", ["Bitstreams", "Ciphers", "ISOBaseMedia"]),
        library(
            "SampleEncryption",
            ["Bitstreams", "Ciphers", "ElementaryStreams", "TransportStreams", "ISOBaseMedia"]
        ),
        library("MediaProbing", ["Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia"]),
        library(
            "Mezzanines",
            ["Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "MediaProbing"]
        ),
        library(
            "MediaSegments",
            [
                "Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "MediaProbing",
                "Mezzanines",
            ]
        ),
        // Layer 4
        library(
            "HLSPackaging",
            [
                "Mezzanines", "MediaSegments",
                "CLinux", "HLSPlaylists", "KeyStore", "KeyURITemplates", "KeySystems", "SampleEncryption",
                "Ciphers", "Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia",
                "MediaProbing",
            ]
        ),
        // Layer 5
        library(
            "HLSVerification",
            [
                "CPIXDocuments",
                "HLSPackaging", "HLSPlaylists", "KeyStore", "KeySystems", "SampleEncryption", "Ciphers",
                "Bitstreams", "TransportStreams", "ISOBaseMedia", "ElementaryStreams", "MediaProbing",
            ]
        ),
        library(
            "TemplateRehearsal",
            [
                "Ciphers", "HLSPackaging", "KeyRecordFormats", "KeyStore", "KeySystems", "KeyURITemplates",
                "OnboardingTemplates",
            ]
        ),
        library(
            "BatchPackaging",
            [
                "HLSVerification", "HLSPackaging", "HLSPlaylists", "KeyStore", "Ciphers",
                "OnboardingTemplates", yams,
            ]
        ),
        // Layer 6
        .executableTarget(
            name: "fairlead",
            dependencies: [
                "BatchPackaging", "CCoreDumps", "HLSPackaging", "HLSVerification", "HTTPTransfers",
                "KeyRecordFormats",
                "KeyServers", "KeyStore",
                "OnboardingTemplates", "CPIXDocuments", "KeyURITemplates", "SampleEncryption", "Ciphers",
                "JobFiles", "Mezzanines", "TemplateRehearsal", argumentParser,
                logging,
            ],
            swiftSettings: strict,
            linkerSettings: fasterStart
        ),
        // Tests
        .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: strict),
        tests("Bitstreams", ["TestRandomness"]),
        tests("HLSPlaylists", ["TestRandomness"]),
        tests("KeyURITemplates", ["TestRandomness"]),
        tests("Ciphers", ["TestRandomness"]),
        tests("ElementaryStreams", ["Bitstreams", "TestRandomness"]),
        tests("OnboardingTemplates", ["KeyURITemplates"]),
        tests("JobFiles"),
        tests("SharedLibraries"),
        tests("TransportStreams", ["Bitstreams", "TestRandomness"]),
        tests("ISOBaseMedia", ["Bitstreams", "TestRandomness"]),
        tests("KeySystems", ["Bitstreams", "Ciphers", "ISOBaseMedia"]),
        .target(
            name: "KeyStoreFixtures",
            dependencies: ["Ciphers", "KeyStore"],
            path: "Tests/KeyStoreFixtures",
            swiftSettings: strict
        ),
        .target(name: "KeyServerFixtures", path: "Tests/KeyServerFixtures", swiftSettings: strict),
        tests("KeyStore", ["Ciphers", "KeyStoreFixtures", "PostgreSQLClient", grdb]),
        tests("PostgreSQLClient", ["KeyStoreFixtures"]),
        tests("XMLDocuments"),
        tests("HTTPTransfers", ["CCurl", "Ciphers", "KeyServerFixtures", "TestRandomness"]),
        tests("CPIXDocuments", ["Ciphers", "TestRandomness"]),
        tests(
            "KeyRecordFormats",
            ["Ciphers", "CPIXDocuments", "KeyStore", "KeyStoreFixtures", "TestRandomness"]
        ),
        tests(
            "KeyServers",
            [
                "Ciphers", "CPIXDocuments", "HTTPTransfers", "KeyServerFixtures", "KeyStore",
                "KeyStoreFixtures",
                "TestRandomness",
            ]
        ),
        tests(
            "SampleEncryption",
            [
                "Bitstreams", "Ciphers", "ElementaryStreams", "TransportStreams", "ISOBaseMedia",
                "TestRandomness",
            ]
        ),
        tests(
            "MediaProbing",
            ["Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "TestRandomness"]
        ),
        tests(
            "Mezzanines",
            [
                "Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "MediaProbing",
                "TestRandomness",
            ]
        ),
        tests(
            "MediaSegments",
            [
                "Bitstreams", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "MediaProbing",
                "Mezzanines", "TestRandomness",
            ]
        ),
        tests(
            "HLSPackaging",
            [
                "Mezzanines", "MediaSegments",
                "HLSPlaylists", "KeyStore", "KeyURITemplates", "KeySystems", "SampleEncryption", "Ciphers",
                "MediaProbing", "TransportStreams", "ISOBaseMedia", "Bitstreams",
                "ElementaryStreams", "SharedLibraries", "TestRandomness",
            ]
        ),
        tests(
            "HLSVerification",
            [
                "HLSPackaging", "HLSPlaylists", "KeyStore", "KeyURITemplates", "KeySystems",
                "SampleEncryption",
                "Ciphers", "ElementaryStreams", "TransportStreams", "ISOBaseMedia", "Bitstreams",
                "MediaProbing", "TestRandomness",
            ]
        ),
        tests(
            "BatchPackaging",
            [
                "Ciphers", "HLSPackaging", "HLSPlaylists", "HLSVerification", "KeyStore", "KeyStoreFixtures",
                "KeyURITemplates",
                "TestRandomness", "XMLDocuments",
            ]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["fairlead", "KeyServerFixtures", "KeyStoreFixtures", "TestRandomness"],
            swiftSettings: strict
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Fuzz targets need libFuzzer and run for a while: `Scripts/test --all` builds and runs them.
if Context.environment["FAIRLEAD_FUZZ"] != nil {
    /// The fuzz target `Tests/Fuzzing/NAME`, with its seeds in `Corpus`.
    func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name,
            dependencies: dependencies,
            path: "Tests/Fuzzing/" + name,
            exclude: ["Corpus"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        )
    }
    package.targets += [
        fuzzer("AV1Fuzzer", ["Bitstreams", "ElementaryStreams", "SampleEncryption"]),
        fuzzer("AudioFramesFuzzer", ["Bitstreams", "ElementaryStreams", "SampleEncryption"]),
        fuzzer("BackupFuzzer", ["KeyStore"]),
        fuzzer("BoxesFuzzer", ["Bitstreams", "ISOBaseMedia"]),
        fuzzer("CPIXFuzzer", ["Ciphers", "CPIXDocuments"]),
        fuzzer("FragmentsFuzzer", ["Bitstreams", "Ciphers", "ISOBaseMedia", "SampleEncryption"]),
        fuzzer("HLSPlaylistsFuzzer", ["HLSPlaylists"]),
        fuzzer("InitializationSectionFuzzer", ["Bitstreams", "ISOBaseMedia", "SampleEncryption"]),
        fuzzer("KeyRecordImportFuzzer", ["Ciphers", "KeyRecordFormats", "KeyStore"]),
        fuzzer("KeyServerReplyFuzzer", ["Ciphers", "KeyServers", "KeyStore"]),
        fuzzer("KeyStoreTextFuzzer", ["KeyStore", "Ciphers"]),
        fuzzer("KeySystemsFuzzer", ["Bitstreams", "KeySystems"]),
        fuzzer("KeyURITemplatesFuzzer", ["KeyURITemplates"]),
        fuzzer("MP4InspectionFuzzer", ["HLSVerification"]),
        fuzzer("ManifestFuzzer", ["BatchPackaging"]),
        fuzzer("MediaProbingFuzzer", ["MediaProbing"]),
        fuzzer("MezzanineFuzzer", ["Bitstreams", "ISOBaseMedia", "Mezzanines"]),
        fuzzer("NALUnitFuzzer", ["SampleEncryption", "ElementaryStreams", "Ciphers"]),
        fuzzer("OnboardingTemplatesFuzzer", ["KeyURITemplates", "OnboardingTemplates"]),
        fuzzer("PackedAudioFuzzer", ["Ciphers", "SampleEncryption"]),
        fuzzer("PublicKeysFuzzer", ["Ciphers"]),
        fuzzer(
            "SampleEncryptionFuzzer",
            ["Bitstreams", "Ciphers", "SampleEncryption", "TransportStreams"]
        ),
        fuzzer("RewriteFuzzer", ["HLSPackaging", "HLSPlaylists"]),
        fuzzer("SelectionFuzzer", ["HLSPackaging"]),
        fuzzer("SliceHeadersFuzzer", ["Bitstreams", "ElementaryStreams"]),
        fuzzer("StreamInputFuzzer", ["Bitstreams", "ISOBaseMedia", "Mezzanines"]),
        fuzzer("StreamShapeFuzzer", ["HLSVerification"]),
        fuzzer("TransportStreamInspectionFuzzer", ["HLSVerification"]),
        fuzzer("TransportStreamSurveyFuzzer", ["SampleEncryption", "TransportStreams", "Bitstreams"]),
        fuzzer("URIResolutionFuzzer", ["HLSPackaging"]),
        fuzzer("XMLFuzzer", ["XMLDocuments"]),
        fuzzer("WebVTTFuzzer", ["Bitstreams", "MediaSegments", "Mezzanines"]),
    ]
}

// The oracles of AV1, of slice headers, of key stores and of manifests build and run them.
if Context.environment["FAIRLEAD_ORACLES"] != nil {
    package.targets += [
        .executableTarget(
            name: "AV1Ranges",
            dependencies: ["Bitstreams", "ElementaryStreams", "SampleEncryption", "TestRandomness"],
            path: "Tests/Oracles/av1/AV1Ranges",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "CPIXTool",
            dependencies: ["Ciphers", "CPIXDocuments"],
            path: "Tests/Oracles/cpix/CPIXTool",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ManifestReader",
            dependencies: ["BatchPackaging", "Ciphers"],
            path: "Tests/Oracles/manifests/ManifestReader",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "ReportMaker",
            dependencies: ["BatchPackaging", "HLSPackaging", "HLSVerification"],
            path: "Tests/Oracles/reports/ReportMaker",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        ),
        .executableTarget(
            name: "SliceHeaderLengths",
            dependencies: ["Bitstreams", "ElementaryStreams"],
            path: "Tests/Oracles/slice-headers/SliceHeaderLengths",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "KeyStoreMinter",
            dependencies: ["Ciphers", "KeyStore", grdb],
            path: "Tests/Oracles/key-stores/KeyStoreMinter",
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]
        ),
    ]
}

// `Scripts/bench` builds and runs them.
if Context.environment["FAIRLEAD_BENCH"] != nil {
    package.targets += [
        .executableTarget(
            name: "CipherBenchmark",
            dependencies: ["Ciphers"],
            path: "Benchmarks/CipherBenchmark",
            swiftSettings: strict
        ),
        .target(name: "CFileCalls", path: "Benchmarks/CFileCalls"),
        .executableTarget(
            name: "IOBenchmark",
            dependencies: ["CFileCalls", "CLinux", "Ciphers"],
            path: "Benchmarks/IOBenchmark",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "KeyStoreBenchmark",
            dependencies: ["KeyRecordFormats", "KeyStore"],
            path: "Benchmarks/KeyStoreBenchmark",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "PlaylistBenchmark",
            dependencies: ["CLinux", "HLSPlaylists"],
            path: "Benchmarks/PlaylistBenchmark",
            swiftSettings: strict
        ),
    ]
}
