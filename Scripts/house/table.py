"""The table of the house: the floors, and which targets may import which (ARCHITECTURE.md, "The house")."""

BELOW = {
    "System": [],
    "Terms": [],
    "Keys": ["Terms", "System"],
    "Templates": ["Terms"],
    "Playlists": ["Terms"],
    "Media": ["Terms", "System"],
    "Signalling": ["Media", "Playlists", "Templates", "Keys", "Terms", "System"],
    "Presentations": ["Signalling", "Media", "Playlists", "Templates", "Keys", "Terms", "System"],
    "Runs": ["Presentations", "Signalling", "Media", "Playlists", "Templates", "Keys", "Terms", "System"],
    "App": ["Runs", "Presentations", "Signalling", "Media", "Playlists", "Templates", "Keys", "Terms", "System"],
}
"""Floors whose targets those of a floor may import, besides targets of their own floor."""

RUNS = [
    "Inspection",
    "Verification",
    "Rewriting",
    "Protection",
    "Packaging",
    "BatchReports",
    "Batch",
    "Rehearsal",
    "LicenseFlows",
]
"""Targets of the floor Runs in their order: each may import those before it."""

ALSO = {"CommonEncryption": ["Ciphers"], "SampleEncryption": ["Ciphers"]}
"""Targets of other floors that one target may import, although its floor may not."""

ONLY_IMPORTERS = {
    "ArgumentParser": ["CommandLineParts", "fairlead", "fairlead-rehearse"],
    "CCurl": ["HTTPTransfers"],
    "CLibXML2": ["XMLDocuments"],
    "COpenSSL": ["Ciphers"],
    "COpenSSLConnections": ["LoopbackServers"],
    "CPostgreSQL": ["PostgreSQLClient"],
    "GRDB": ["KeyStore"],
    "HTTPTypes": ["LoopbackServers"],
    "HummingbirdCore": ["LoopbackServers"],
    "NIOCore": ["LoopbackServers"],
    "NIOHTTP1": ["LoopbackServers"],
    "NIOHTTPTypes": ["LoopbackServers"],
    "NIOPosix": ["LoopbackServers"],
    "Yams": ["YAMLDocuments"],
}
"""Modules that these targets of Sources alone import; tests may, too."""

LINKED_ALONE = {"CFuzzingDriver"}
"""Modules that the linker needs and no file imports."""

TOOLCHAIN = {"Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Testing"}
"""Modules that come with Swift, which are not declared."""

OTHER_OPTIONS = {"--array", "--keys"}
"""Options of other programs (Slurm, Shaka Packager) that texts of libraries name."""

LONGEST_TARGET = 9000
"""Lines of Swift of a target of Sources."""

WORDS = {
    "Essence": "Invariant",
    "Made": "Generated",
    "Maker": "Muxer, Generator or Builder",
    "Place": "Location, Offset or Position",
    "Places": "Locations, Offsets or Positions",
    "Sealed": "Wrapped (keys) or GCM (segments)",
    "Vector": "IV",
    "Vectors": "IVs",
    "Wording": "Description",
}
"""Words that no type of Sources has in its name, with those of the glossary that say it."""

NAMES = {
    "essence": "invariant",
    "made": "generated, or the noun",
    "place": "location, offset, position or index",
    "places": "locations, offsets, positions or indices",
    "vector": "iv",
    "vectors": "ivs",
}
"""Names that no variable, parameter, label, function or case of Sources has, with what says it."""

STANDARD_NAMES = ["InitializationVector", "InPlace"]
"""Terms in names that have such a word and are said so everywhere."""

SUFFIXES = {"Reason", "Text", "Wording", "Words"}
"""Suffixes of files for which +Description is used."""

RELATIVE = {"How", "That", "Those", "What", "Whatever", "Where", "Whether", "Which", "Who", "Whoever", "Whom", "Whose"}
"""Words that no comment begins with."""
