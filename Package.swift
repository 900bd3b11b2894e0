// swift-tools-version: 6.3
import PackageDescription

/// Omits debug information in continuous integration: it costs a fourth of the time of a debug build.
let debugInformation: [SwiftSetting] =
    Context.environment["CI"] == nil ? [] : [.unsafeFlags(["-Xfrontend", "-gnone"])]

let strict: [SwiftSetting] =
    [
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + debugInformation

/// The folder of libxml2's headers, for the targets that include them.
///
/// The flags of pkg-config would link the library, too.
let libXML2Headers: SwiftSetting = .unsafeFlags(["-Xcc", "-I/usr/include/libxml2"])

/// A library of fairlead: `Sources/FLOOR/NAME`, with strict settings.
func library(
    _ folder: String,
    _ dependencies: [Target.Dependency] = [],
    resources: [Resource]? = nil,
    headers: [SwiftSetting] = []
) -> Target {
    .target(
        name: name(of: folder),
        dependencies: dependencies,
        path: "Sources/" + folder,
        resources: resources,
        swiftSettings: strict + headers
    )
}

/// The tests in `Tests/FLOOR/NAMETests` of `Sources/FLOOR/NAME`, with strict settings.
func tests(
    _ folder: String,
    _ dependencies: [Target.Dependency],
    headers: [SwiftSetting] = []
) -> Target {
    .testTarget(
        name: name(of: folder) + "Tests",
        dependencies: dependencies,
        path: "Tests/" + folder + "Tests",
        swiftSettings: strict + headers
    )
}

/// A library for the tests of several targets: `Tests/Fixtures/NAME`, with strict settings.
func fixtures(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Fixtures/" + name, swiftSettings: strict)
}

/// A program that oracles, fuzzing or benchmarks run: `FOLDER/NAME`, with strict settings.
func program(
    _ folder: String,
    _ dependencies: [Target.Dependency],
    exclude: [String] = [],
    settings: [SwiftSetting] = [],
    linkerSettings: [LinkerSetting]? = nil
) -> Target {
    .executableTarget(
        name: name(of: folder),
        dependencies: dependencies,
        path: folder,
        exclude: exclude,
        swiftSettings: strict + settings,
        linkerSettings: linkerSettings
    )
}

/// The setting for a program of one file whose entry point is a declaration, not top-level code.
let withoutTopLevelCode: SwiftSetting = .unsafeFlags(["-parse-as-library"])

/// Returns the name of the target in a folder.
func name(of folder: String) -> String { folder.split(separator: "/").last.map(String.init) ?? folder }

/// Links a release without symbols, debug information, and the table of twenty thousand exported symbols that
/// nothing reads.
///
/// Relocations stay in the old form: packed ones (`-z pack-relative-relocs`) need glibc 2.36, which Ubuntu
/// 22.04 does not have.
let smallRelease: [LinkerSetting] = [
    .unsafeFlags(
        ["-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--strip-all"],
        .when(configuration: .release)
    )
]

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")

/// The dependency on a module of swift-nio.
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let package = Package(
    name: "fairlead",
    products: [
        .executable(name: "fairlead", targets: ["fairlead"]),
        .executable(name: "fairlead-rehearse", targets: ["fairlead-rehearse"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        // System
        .target(name: "CLinux", path: "Sources/System/CLinux"),
        .target(name: "CDispatchQueues", path: "Sources/System/CDispatchQueues"),
        .target(name: "CCoreDumps", path: "Sources/System/CCoreDumps"),
        .target(name: "CNoICUData", path: "Sources/System/CNoICUData"),
        .systemLibrary(
            name: "COpenSSL",
            path: "Sources/System/COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"])]
        ),
        .systemLibrary(
            name: "COpenSSLConnections",
            path: "Sources/System/COpenSSLConnections",
            pkgConfig: "libssl",
            providers: [.apt(["libssl-dev"])]
        ),
        // Headers only: these libraries are loaded when they are first needed.
        .systemLibrary(
            name: "CPostgreSQL",
            path: "Sources/System/CPostgreSQL",
            providers: [.apt(["libpq-dev"])]
        ),
        .systemLibrary(name: "CLibXML2", path: "Sources/System/CLibXML2", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "CCurl",
            path: "Sources/System/CCurl",
            providers: [.apt(["libcurl4-openssl-dev"])]
        ),
        library("System/ChildProcesses", ["CLinux"]),
        library("System/SharedLibraries"),
        library("System/WipedMemory"),
        library("System/PostgreSQLClient", ["CPostgreSQL", "SharedLibraries"]),
        library("System/XMLDocuments", ["CLibXML2", "SharedLibraries"], headers: [libXML2Headers]),
        library("System/HTTPTransfers", ["CCurl", "SharedLibraries", "WipedMemory"]),
        library(
            "System/LoopbackServers",
            [
                "COpenSSLConnections", "WipedMemory", httpTypes, hummingbirdCore, logging, nio("NIOCore"),
                nio("NIOHTTP1"), nio("NIOPosix"), nioHTTPTypes,
            ]
        ),
        // Terms
        library("Terms/Failures"),
        library("Terms/ProtectionTerms", ["TextFormats"]),
        library("Terms/TextFormats"),
        library("Terms/YAMLDocuments", ["TextFormats", yams]),
        // Keys
        library("Keys/Ciphers", ["COpenSSL", "ProtectionTerms", "TextFormats", "WipedMemory"]),
        library(
            "Keys/KeyEncryption",
            [
                "ChildProcesses", "Ciphers", "Failures", "ProtectionTerms", "StoreFiles", "TextFormats",
                "WipedMemory",
            ]
        ),
        library(
            "Keys/KeyStore",
            [
                "CDispatchQueues", "Ciphers", "Failures", "KeyEncryption", "PostgreSQLClient",
                "ProtectionTerms", "SharedLibraries", "StoreFiles", "TextFormats", "WipedMemory", grdb,
            ]
        ),
        library("Keys/StoreFiles", ["Failures", "TextFormats", "WipedMemory"]),
        // Templates
        library("Templates/KeyURITemplates", ["TextFormats"]),
        library(
            "Templates/ProviderTemplates",
            ["KeyURITemplates", "ProtectionTerms", "TextFormats", "YAMLDocuments"],
            resources: [.embedInCode("BuiltIn/Templates")]
        ),
        // Playlists
        library("Playlists/HLSPlaylists", ["ProtectionTerms", "TextFormats"]),
        library("Playlists/PlaylistLinting", ["HLSPlaylists", "ProtectionTerms", "TextFormats"]),
        // Media
        library("Media/Bitstreams", ["TextFormats"]),
        library("Media/ElementaryStreams", ["Bitstreams", "TextFormats"]),
        library("Media/TransportStreams", ["Bitstreams", "TextFormats"]),
        library("Media/ISOBaseMedia", ["Bitstreams", "ProtectionTerms", "TextFormats"]),
        library(
            "Media/SampleEncryption",
            [
                "Bitstreams", "Ciphers", "ElementaryStreams", "ProtectionTerms", "TextFormats",
                "TransportStreams",
            ]
        ),
        library(
            "Media/CommonEncryption",
            [
                "Bitstreams", "Ciphers", "ElementaryStreams", "ISOBaseMedia", "ProtectionTerms",
                "SampleEncryption", "TextFormats", "TransportStreams",
            ]
        ),
        library(
            "Media/MediaProbing",
            ["Bitstreams", "ElementaryStreams", "ISOBaseMedia", "TextFormats", "TransportStreams"]
        ),
        library(
            "Media/MediaSyntax",
            [
                "Bitstreams", "ElementaryStreams", "ISOBaseMedia", "MediaProbing", "TextFormats",
                "TransportStreams",
            ]
        ),
        library(
            "Media/Mezzanines",
            ["Bitstreams", "ElementaryStreams", "ISOBaseMedia", "TextFormats", "TransportStreams"]
        ),
        library(
            "Media/Muxing",
            [
                "Bitstreams", "ElementaryStreams", "ISOBaseMedia", "Mezzanines", "ProtectionTerms",
                "TextFormats", "TransportStreams",
            ]
        ),
        // Signalling
        library(
            "Signalling/KeySystems",
            ["Bitstreams", "Ciphers", "ISOBaseMedia", "ProtectionTerms", "TextFormats"]
        ),
        library(
            "Signalling/CPIXDocuments",
            ["Ciphers", "ProtectionTerms", "SharedLibraries", "TextFormats", "WipedMemory", "XMLDocuments"]
        ),
        library(
            "Signalling/KeyRecordFormats",
            [
                "CPIXDocuments", "Ciphers", "Failures", "HLSPlaylists", "ISOBaseMedia", "KeyStore",
                "KeyURITemplates", "ProtectionTerms", "TextFormats", "WipedMemory",
            ]
        ),
        library(
            "Signalling/KeyServers",
            [
                "CPIXDocuments", "Ciphers", "Failures", "HLSPlaylists", "HTTPTransfers", "KeyStore",
                "ProtectionTerms", "WipedMemory",
            ]
        ),
        library(
            "Signalling/EntitlementMessages",
            ["Ciphers", "ProtectionTerms", "TextFormats", "WipedMemory"]
        ),
        library(
            "Signalling/LicenseMessages",
            [
                "Bitstreams", "ChildProcesses", "Ciphers", "KeyURITemplates", "ProtectionTerms",
                "TextFormats", "WipedMemory",
            ]
        ),
        // Presentations
        library(
            "Presentations/Presentations",
            [
                "Bitstreams", "CLinux", "Ciphers", "CommonEncryption", "Failures", "HLSPlaylists",
                "ISOBaseMedia", "KeyStore", "KeySystems", "KeyURITemplates", "MediaProbing", "Mezzanines",
                "ProtectionTerms", "SampleEncryption", "TextFormats", "TransportStreams", "WipedMemory",
            ]
        ),
        // Runs
        library(
            "Runs/Inspection",
            [
                "Bitstreams", "CPIXDocuments", "Ciphers", "ElementaryStreams", "Failures", "HLSPlaylists",
                "ISOBaseMedia", "KeyStore", "KeySystems", "MediaProbing", "PlaylistLinting", "Presentations",
                "ProtectionTerms", "SampleEncryption", "TextFormats", "TransportStreams", "WipedMemory",
            ]
        ),
        library(
            "Runs/Verification",
            [
                "Bitstreams", "Ciphers", "CommonEncryption", "ElementaryStreams", "Failures",
                "HLSPlaylists", "ISOBaseMedia", "Inspection", "KeyStore", "KeySystems", "MediaProbing",
                "MediaSyntax", "PlaylistLinting", "Presentations", "ProtectionTerms", "SampleEncryption",
                "TextFormats", "TransportStreams",
            ]
        ),
        library(
            "Runs/Rewriting",
            [
                "Ciphers", "Failures", "HLSPlaylists", "KeyStore", "KeySystems", "KeyURITemplates",
                "Presentations", "ProtectionTerms", "TextFormats",
            ]
        ),
        library(
            "Runs/Protection",
            [
                "Bitstreams", "Ciphers", "CommonEncryption", "Failures", "HLSPlaylists", "ISOBaseMedia",
                "KeyStore", "KeySystems", "KeyURITemplates", "MediaProbing", "Presentations",
                "ProtectionTerms", "SampleEncryption", "TextFormats", "TransportStreams",
            ]
        ),
        library(
            "Runs/Packaging",
            [
                "Bitstreams", "ElementaryStreams", "Failures", "HLSPlaylists", "ISOBaseMedia", "KeyStore",
                "MediaProbing", "Mezzanines", "Muxing", "Presentations", "Protection", "ProtectionTerms",
                "SampleEncryption", "TextFormats",
            ]
        ),
        library(
            "Runs/BatchReports",
            [
                "Ciphers", "Failures", "HLSPlaylists", "Inspection", "PlaylistLinting", "Presentations",
                "Protection", "TextFormats",
            ]
        ),
        library(
            "Runs/Batch",
            [
                "BatchReports", "Bitstreams", "Ciphers", "Failures", "Inspection", "KeyStore",
                "KeyURITemplates",
                "Packaging", "Presentations", "Protection", "ProtectionTerms", "TextFormats",
                "Verification", "YAMLDocuments",
            ]
        ),
        library(
            "Runs/Rehearsal",
            [
                "Ciphers", "EntitlementMessages", "Failures", "KeyEncryption", "KeyRecordFormats", "KeyStore",
                "KeyURITemplates", "LicenseMessages", "Presentations", "Protection", "ProtectionTerms",
                "ProviderTemplates", "TextFormats", "WipedMemory",
            ]
        ),
        library(
            "Runs/LicenseFlows",
            [
                "BatchReports", "Bitstreams", "Ciphers", "EntitlementMessages", "Failures", "HLSPlaylists",
                "HTTPTransfers", "Inspection", "KeyRecordFormats", "KeyStore", "KeySystems",
                "KeyURITemplates", "LicenseMessages", "LoopbackServers", "Presentations",
                "ProtectionTerms", "Rehearsal", "TextFormats", "Verification", "WipedMemory",
            ]
        ),
        // App
        library(
            "App/CommandLineParts",
            [
                "Ciphers", "Failures", "HLSPlaylists", "KeyEncryption", "KeyRecordFormats", "KeyStore",
                "KeyURITemplates",
                "Presentations", "ProtectionTerms", "ProviderTemplates", "ReportTexts", "StoreFiles",
                "WipedMemory", argumentParser, logging,
            ]
        ),
        library(
            "App/ReportTexts",
            [
                "Failures", "Inspection", "KeyRecordFormats", "KeyStore", "KeyURITemplates",
                "Presentations", "Protection", "ProtectionTerms", "ProviderTemplates", "Rewriting",
                "TextFormats", "Verification", "WipedMemory",
            ]
        ),
        library("App/LicenseFlowTexts", ["LicenseFlows", "ProtectionTerms", "ReportTexts", "TextFormats"]),
        .executableTarget(
            name: "fairlead",
            dependencies: [
                "Batch", "BatchReports", "CCoreDumps", "CNoICUData", "Ciphers", "CommandLineParts",
                "Failures", "HLSPlaylists", "HTTPTransfers", "Inspection", "KeyEncryption",
                "KeyRecordFormats", "KeyServers", "KeyStore", "KeyURITemplates", "Mezzanines", "Packaging",
                "Presentations",
                "Protection", "ProtectionTerms", "ProviderTemplates", "Rehearsal", "ReportTexts",
                "Rewriting", "StoreFiles", "TextFormats", "Verification", "WipedMemory", "YAMLDocuments",
                argumentParser,
            ],
            path: "Sources/App/fairlead",
            swiftSettings: strict,
            linkerSettings: smallRelease
        ),
        .executableTarget(
            name: "fairlead-rehearse",
            dependencies: [
                "CCoreDumps", "CNoICUData", "Ciphers", "CommandLineParts", "EntitlementMessages",
                "Failures", "HTTPTransfers", "KeyRecordFormats", "KeyStore", "KeyURITemplates",
                "LicenseFlowTexts", "LicenseFlows", "LicenseMessages", "LoopbackServers", "Presentations",
                "ProtectionTerms", "ProviderTemplates", "Rehearsal", "ReportTexts", "StoreFiles",
                "WipedMemory", argumentParser,
            ],
            path: "Sources/App/fairlead-rehearse",
            swiftSettings: strict,
            linkerSettings: smallRelease
        ),
        // Tests
        fixtures("KeyServerFixtures", ["RepositoryFiles"]),
        fixtures(
            "KeyStoreFixtures",
            ["Ciphers", "Failures", "KeyEncryption", "KeyStore", "ProtectionTerms", "TextFormats"]
        ),
        fixtures("LicenseFlowFixtures", ["LicenseFlows"]),
        fixtures("PlaylistFixtures", ["HLSPlaylists"]),
        fixtures(
            "PresentationFixtures",
            [
                "Bitstreams", "Ciphers", "Failures", "KeyEncryption", "KeyStore", "Presentations",
                "ProtectionTerms",
                "RepositoryFiles", "TextFormats",
            ]
        ),
        fixtures(
            "ProtectionFixtures",
            ["KeyStore", "KeyURITemplates", "PresentationFixtures", "Presentations", "Protection"]
        ),
        fixtures("RepositoryFiles"),
        fixtures("TestRandomness"),
        tests("System/ChildProcesses", ["ChildProcesses"]),
        tests("System/SharedLibraries", ["SharedLibraries"]),
        tests("System/WipedMemory", ["WipedMemory"]),
        tests("System/PostgreSQLClient", ["KeyStoreFixtures", "PostgreSQLClient"]),
        tests("System/XMLDocuments", ["XMLDocuments"], headers: [libXML2Headers]),
        tests(
            "System/HTTPTransfers",
            ["CCurl", "HTTPTransfers", "KeyServerFixtures", "TestRandomness", "WipedMemory"]
        ),
        tests(
            "System/LoopbackServers",
            ["HTTPTransfers", "LoopbackServers", "TestRandomness", "WipedMemory", nio("NIOCore")]
        ),
        tests("Terms/Failures", ["Failures"]),
        tests("Terms/ProtectionTerms", ["ProtectionTerms"]),
        tests("Terms/TextFormats", ["TestRandomness", "TextFormats"]),
        tests("Terms/YAMLDocuments", ["TextFormats", "YAMLDocuments"]),
        tests(
            "Keys/Ciphers",
            ["Ciphers", "ProtectionTerms", "TestRandomness", "TextFormats", "WipedMemory"]
        ),
        tests(
            "Keys/KeyEncryption",
            ["Failures", "KeyEncryption", "KeyStoreFixtures", "StoreFiles"]
        ),
        tests(
            "Keys/KeyStore",
            [
                "Ciphers", "Failures", "KeyEncryption", "KeyStore", "KeyStoreFixtures", "PostgreSQLClient",
                "ProtectionTerms", "StoreFiles", "TestRandomness", "TextFormats", "WipedMemory", grdb,
            ]
        ),
        tests("Templates/KeyURITemplates", ["KeyURITemplates", "TextFormats"]),
        tests(
            "Templates/ProviderTemplates",
            ["KeyURITemplates", "ProtectionTerms", "ProviderTemplates", "TextFormats"]
        ),
        tests(
            "Playlists/HLSPlaylists",
            ["HLSPlaylists", "PlaylistFixtures", "RepositoryFiles", "TestRandomness"]
        ),
        tests(
            "Playlists/PlaylistLinting",
            ["HLSPlaylists", "PlaylistFixtures", "PlaylistLinting", "RepositoryFiles", "TestRandomness"]
        ),
        tests("Media/Bitstreams", ["Bitstreams", "TestRandomness"]),
        tests("Media/ElementaryStreams", ["Bitstreams", "ElementaryStreams", "TestRandomness"]),
        tests("Media/TransportStreams", ["Bitstreams", "TestRandomness", "TransportStreams"]),
        tests("Media/ISOBaseMedia", ["Bitstreams", "ISOBaseMedia", "RepositoryFiles"]),
        tests(
            "Media/SampleEncryption",
            [
                "Bitstreams", "Ciphers", "ElementaryStreams", "SampleEncryption", "TestRandomness",
                "TextFormats", "TransportStreams",
            ]
        ),
        tests(
            "Media/CommonEncryption",
            [
                "Bitstreams", "Ciphers", "CommonEncryption", "ISOBaseMedia", "ProtectionTerms",
                "RepositoryFiles", "SampleEncryption", "TestRandomness",
            ]
        ),
        tests(
            "Media/MediaProbing",
            ["Bitstreams", "ElementaryStreams", "MediaProbing", "RepositoryFiles", "TestRandomness"]
        ),
        tests(
            "Media/MediaSyntax",
            [
                "Bitstreams", "ElementaryStreams", "MediaProbing", "MediaSyntax", "TestRandomness",
                "TransportStreams",
            ]
        ),
        tests(
            "Media/Mezzanines",
            [
                "Bitstreams", "ElementaryStreams", "ISOBaseMedia", "Mezzanines", "RepositoryFiles",
                "TestRandomness", "TransportStreams",
            ]
        ),
        tests(
            "Media/Muxing",
            [
                "Bitstreams", "ElementaryStreams", "ISOBaseMedia", "MediaProbing", "Mezzanines", "Muxing",
                "TestRandomness", "TransportStreams",
            ]
        ),
        tests(
            "Signalling/KeySystems",
            ["Bitstreams", "Ciphers", "ISOBaseMedia", "KeySystems", "ProtectionTerms", "TextFormats"]
        ),
        tests(
            "Signalling/CPIXDocuments",
            ["CPIXDocuments", "Ciphers", "TextFormats", "WipedMemory", "XMLDocuments"]
        ),
        tests(
            "Signalling/KeyRecordFormats",
            [
                "CPIXDocuments", "Ciphers", "Failures", "KeyRecordFormats", "KeyStore", "KeyStoreFixtures",
                "KeyURITemplates", "ProtectionTerms", "TestRandomness", "TextFormats", "WipedMemory",
            ]
        ),
        tests(
            "Signalling/KeyServers",
            [
                "CPIXDocuments", "Ciphers", "Failures", "HTTPTransfers", "KeyServerFixtures", "KeyServers",
                "KeyStore", "KeyStoreFixtures", "ProtectionTerms", "TextFormats", "WipedMemory",
            ]
        ),
        tests("Signalling/EntitlementMessages", ["Ciphers", "EntitlementMessages", "WipedMemory"]),
        tests(
            "Signalling/LicenseMessages",
            [
                "Bitstreams", "Ciphers", "LicenseMessages", "ProtectionTerms", "TestRandomness",
                "TextFormats", "WipedMemory",
            ]
        ),
        tests(
            "Presentations/Presentations",
            [
                "Bitstreams", "Failures", "HLSPlaylists", "ISOBaseMedia", "KeyStore", "KeyURITemplates",
                "MediaProbing", "PresentationFixtures", "Presentations", "ProtectionTerms",
                "SampleEncryption", "SharedLibraries", "TestRandomness",
            ]
        ),
        tests(
            "Runs/Inspection",
            [
                "Failures", "HLSPlaylists", "Inspection", "PlaylistLinting", "PresentationFixtures",
                "Presentations", "RepositoryFiles", "SampleEncryption", "TransportStreams",
            ]
        ),
        tests(
            "Runs/Verification",
            [
                "Ciphers", "CommonEncryption", "Failures", "ISOBaseMedia", "Inspection", "KeyEncryption",
                "KeyStore",
                "KeyURITemplates", "MediaSyntax", "PlaylistLinting", "Presentations", "Protection",
                "ProtectionTerms", "RepositoryFiles", "Rewriting", "SampleEncryption", "TestRandomness",
                "TransportStreams", "Verification",
            ]
        ),
        tests(
            "Runs/Rewriting",
            [
                "Ciphers", "Failures", "HLSPlaylists", "KeyStore", "KeySystems", "KeyURITemplates",
                "PlaylistLinting", "PresentationFixtures", "Presentations", "ProtectionTerms", "Rewriting",
                "TestRandomness", "TextFormats",
            ]
        ),
        tests(
            "Runs/Protection",
            [
                "Ciphers", "CommonEncryption", "Failures", "HLSPlaylists", "ISOBaseMedia", "KeyStore",
                "KeySystems", "KeyURITemplates", "PlaylistLinting", "PresentationFixtures",
                "Presentations", "Protection", "ProtectionFixtures", "ProtectionTerms", "SampleEncryption",
                "TestRandomness", "TextFormats", "TransportStreams",
            ]
        ),
        tests(
            "Runs/Packaging",
            [
                "Bitstreams", "ElementaryStreams", "Failures", "HLSPlaylists", "ISOBaseMedia",
                "MediaProbing", "Mezzanines", "Muxing", "Packaging", "PlaylistLinting",
                "PresentationFixtures", "Presentations", "Protection", "ProtectionFixtures",
                "ProtectionTerms", "TestRandomness",
            ]
        ),
        tests("Runs/BatchReports", ["BatchReports", "Ciphers", "Failures", "Protection", "XMLDocuments"]),
        tests(
            "Runs/Batch",
            [
                "Batch", "BatchReports", "Failures", "KeyStore", "KeyStoreFixtures", "KeyURITemplates",
                "Presentations", "Protection", "RepositoryFiles", "TestRandomness", "TextFormats",
            ]
        ),
        tests("App/LicenseFlowTexts", ["LicenseFlowFixtures", "LicenseFlowTexts"]),
        tests("App/fairlead", ["fairlead"]),
        tests(
            "Runs/LicenseFlows",
            [
                "BatchReports", "Ciphers", "EntitlementMessages", "Failures", "HTTPTransfers",
                "KeyRecordFormats", "KeyStore", "KeyURITemplates", "LicenseFlowFixtures", "LicenseFlows",
                "LicenseMessages", "LoopbackServers", "PresentationFixtures", "Presentations",
                "Protection", "ProtectionFixtures", "ProtectionTerms", "Rehearsal", "RepositoryFiles",
                "TestRandomness", "TextFormats", "WipedMemory", "XMLDocuments",
            ]
        ),
        tests(
            "App/CommandLine",
            [
                "KeyServerFixtures", "KeyStoreFixtures", "ProtectionTerms", "RepositoryFiles",
                "TestRandomness", "fairlead", "fairlead-rehearse",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// `Scripts/test` builds fuzz targets and runs their seeds; `Scripts/test --all` lets libFuzzer generate inputs.
if Context.environment["FAIRLEAD_FUZZ"] != nil {
    /// A fuzz target: `Tests/Fuzzing/NAME`, with its seeds in `Corpus`.
    ///
    /// A debug build gives every executable a `main` of its own name, which a fuzz target does not define. The
    /// first `--defsym` defines that name, the second replaces the value of `main`, which comes from a name that
    /// is not known yet where SwiftPM puts it.
    func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
        program(
            "Tests/Fuzzing/" + name,
            dependencies + ["CFuzzingDriver"],
            exclude: ["Corpus"],
            settings: [withoutTopLevelCode],
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-sanitize=fuzzer",
                        "-Xlinker", "--defsym=\(name)_main=fairlead_fuzz",
                        "-Xlinker", "--defsym=main=fairlead_fuzz",
                    ],
                    .when(configuration: .debug)
                )
            ]
        )
    }
    package.targets += [
        .target(name: "CFuzzingDriver", path: "Tests/Fuzzing/CFuzzingDriver"),
        fuzzer("AV1Fuzzer", ["Bitstreams", "CommonEncryption", "ElementaryStreams", "SampleEncryption"]),
        fuzzer("AudioFramesFuzzer", ["Bitstreams", "ElementaryStreams", "SampleEncryption"]),
        fuzzer("BackupFuzzer", ["KeyStore"]),
        fuzzer("BoxesFuzzer", ["Bitstreams", "ISOBaseMedia"]),
        fuzzer("CKCFuzzer", ["Ciphers", "LicenseMessages", "ProtectionTerms"]),
        fuzzer("CPIXFuzzer", ["CPIXDocuments", "Ciphers", "WipedMemory"]),
        fuzzer("EntitlementMessageFuzzer", ["EntitlementMessages", "WipedMemory"]),
        fuzzer(
            "FragmentsFuzzer",
            [
                "Bitstreams", "Ciphers", "CommonEncryption", "ISOBaseMedia", "ProtectionTerms",
                "SampleEncryption",
            ]
        ),
        fuzzer("HLSPlaylistsFuzzer", ["HLSPlaylists", "PlaylistLinting"]),
        fuzzer(
            "InitializationSectionFuzzer",
            ["Bitstreams", "CommonEncryption", "ISOBaseMedia", "ProtectionTerms", "SampleEncryption"]
        ),
        fuzzer("KeyRecordImportFuzzer", ["Ciphers", "KeyRecordFormats", "KeyStore"]),
        fuzzer(
            "KeyServerReplyFuzzer",
            ["Ciphers", "KeyServers", "KeyStore", "ProtectionTerms", "WipedMemory"]
        ),
        fuzzer("KeyStoreTextFuzzer", ["Ciphers", "KeyEncryption", "KeyStore", "TextFormats", "WipedMemory"]),
        fuzzer("KeySystemsFuzzer", ["Bitstreams", "KeySystems"]),
        fuzzer("KeyURITemplatesFuzzer", ["KeyURITemplates", "TextFormats"]),
        fuzzer("LicenseCertificateFuzzer", ["Ciphers", "LicenseMessages"]),
        fuzzer("LicenseFormFuzzer", ["LicenseFlows"]),
        fuzzer("MP4InspectionFuzzer", ["Inspection"]),
        fuzzer("ManifestFuzzer", ["Batch", "Failures"]),
        fuzzer("MediaProbingFuzzer", ["Bitstreams", "MediaProbing"]),
        fuzzer("MediaSyntaxFuzzer", ["MediaSyntax"]),
        fuzzer("MezzanineFuzzer", ["Bitstreams", "ISOBaseMedia", "Mezzanines"]),
        fuzzer("NALUnitFuzzer", ["Ciphers", "ElementaryStreams", "SampleEncryption"]),
        fuzzer("OnboardingTemplatesFuzzer", ["KeyURITemplates", "ProviderTemplates", "TextFormats"]),
        fuzzer("PackedAudioFuzzer", ["Ciphers", "SampleEncryption"]),
        fuzzer("PublicKeysFuzzer", ["Ciphers", "WipedMemory"]),
        fuzzer("SPCFuzzer", ["Ciphers", "KeyURITemplates", "LicenseMessages", "WipedMemory"]),
        fuzzer("SampleEncryptionFuzzer", ["Bitstreams", "Ciphers", "SampleEncryption", "TransportStreams"]),
        fuzzer("RewriteFuzzer", ["HLSPlaylists", "PlaylistLinting", "Presentations", "Rewriting"]),
        fuzzer("SelectionFuzzer", ["Rewriting"]),
        fuzzer("SliceHeadersFuzzer", ["Bitstreams", "ElementaryStreams"]),
        fuzzer("StreamInputFuzzer", ["Bitstreams", "ISOBaseMedia", "Mezzanines"]),
        fuzzer("TLLVListFuzzer", ["LicenseMessages"]),
        fuzzer("TransportStreamInspectionFuzzer", ["Inspection"]),
        fuzzer("TransportStreamSurveyFuzzer", ["Bitstreams", "SampleEncryption", "TransportStreams"]),
        fuzzer("URIResolutionFuzzer", ["Presentations"]),
        fuzzer("XMLFuzzer", ["XMLDocuments"]),
        fuzzer("WebVTTFuzzer", ["Bitstreams", "Mezzanines", "Muxing"]),
    ]
}

// The oracles in `Tests/Oracles` build and run these programs.
if Context.environment["FAIRLEAD_ORACLES"] != nil {
    package.targets += [
        program(
            "Tests/Oracles/av1/AV1Ranges",
            ["Bitstreams", "CommonEncryption", "ElementaryStreams", "SampleEncryption", "TestRandomness"]
        ),
        program("Tests/Oracles/cpix/CPIXTool", ["CPIXDocuments", "Ciphers", "TextFormats", "WipedMemory"]),
        program(
            "Tests/Oracles/license_flows/KeySecurityServer",
            [
                "Ciphers", "KeyRecordFormats", "LicenseFlows", "LicenseMessages", "Rehearsal", "WipedMemory",
            ],
            settings: [withoutTopLevelCode]
        ),
        program(
            "Tests/Oracles/manifests/ManifestReader",
            ["Batch", "Failures", "TextFormats"],
            settings: [withoutTopLevelCode]
        ),
        program(
            "Tests/Oracles/reports/ReportMaker",
            ["BatchReports", "Inspection", "Presentations", "Protection", "Verification"],
            settings: [withoutTopLevelCode]
        ),
        program("Tests/Oracles/slice-headers/SliceHeaderLengths", ["Bitstreams", "ElementaryStreams"]),
        program(
            "Tests/Oracles/key-stores/KeyStoreMinter",
            ["Ciphers", "Failures", "KeyEncryption", "KeyStore", "TextFormats"],
            settings: [withoutTopLevelCode]
        ),
    ]
}

// `Scripts/bench` builds and runs these programs.
if Context.environment["FAIRLEAD_BENCH"] != nil {
    package.targets += [
        program("Benchmarks/CipherBenchmark", ["Ciphers"]),
        .target(name: "CFileCalls", path: "Benchmarks/CFileCalls"),
        program("Benchmarks/IOBenchmark", ["CFileCalls", "CLinux", "Ciphers"]),
        .target(
            name: "PeakMemory",
            dependencies: ["CLinux"],
            path: "Benchmarks/PeakMemory",
            swiftSettings: strict
        ),
        program(
            "Benchmarks/KeyStoreBenchmark",
            ["Failures", "KeyEncryption", "KeyRecordFormats", "KeyStore", "PeakMemory"]
        ),
        program("Benchmarks/PlaylistBenchmark", ["CLinux", "HLSPlaylists", "PeakMemory"]),
    ]
}
