// swift-tools-version: 6.3
import PackageDescription

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let package = Package(
    name: "fairlead",
    targets: [
        .target(name: "HLSPlaylists", swiftSettings: strict),
        .testTarget(name: "HLSPlaylistsTests", dependencies: ["HLSPlaylists"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
