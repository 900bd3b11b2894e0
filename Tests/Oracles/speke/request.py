"""What a request of SPEKE has to say: a server that is strict, so that what asks it is right."""

import base64
import re

from lxml import etree

from names import CLEAR_1, CLEAR_2, FAIRPLAY, NAMES, SPEKE, name

KID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")
ORDER = [
    "DeliveryDataList",
    "ContentKeyList",
    "DRMSystemList",
    "ContentKeyPeriodList",
    "ContentKeyUsageRuleList",
]


class Refused(Exception):
    """A request that is not right; the text is the answer."""


def expect(condition: object, text: str) -> None:
    if not condition:
        raise Refused(text)


def parse(version: int, headers, body: bytes) -> etree._Element:
    """The document of a request, checked."""
    expect(headers.get("Content-Type", "").split(";")[0] == "application/xml", "Content-Type is not application/xml")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_blank_text=False)
    root = etree.fromstring(body, parser)
    expect(root.tag == name("cpix", "CPIX"), "the root is not CPIX")
    lists = [etree.QName(each).localname for each in root]
    expect(lists == [each for each in ORDER if each in lists], f"lists out of order: {lists}")
    (check_2 if version == 2 else check_1)(root, headers)
    check_references(root)
    return root


def kids(root: etree._Element) -> list[str]:
    return [each.get("kid") for each in root.findall("cpix:ContentKeyList/cpix:ContentKey", NAMES)]


def check_references(root: etree._Element) -> None:
    known = kids(root)
    expect(known and len(set(known)) == len(known), "no keys, or a kid twice")
    for key in root.findall("cpix:ContentKeyList/cpix:ContentKey", NAMES):
        vector = base64.b64decode(key.get("explicitIV", ""), validate=True)
        expect(len(vector) == 16, f"no explicitIV for {key.get('kid')}, and a server may take the key for one")
    for kid in known:
        expect(KID.match(kid) and kid.replace("-", "").strip("0"), f"not a kid: {kid}")
    for element in root.iter(name("cpix", "DRMSystem"), name("cpix", "ContentKeyUsageRule")):
        expect(element.get("kid") in known, "a kid that is not in ContentKeyList")
    periods = root.findall("cpix:ContentKeyPeriodList/cpix:ContentKeyPeriod", NAMES)
    expect(all((each.get("index") or "").isdigit() for each in periods), "a period without an index")
    ids = {each.get("id") for each in periods}
    for each in root.iter(name("cpix", "KeyPeriodFilter")):
        expect(each.get("periodId") in ids, "a filter names no period")


def check_2(root: etree._Element, headers) -> None:
    expect(headers.get("X-Speke-Version") == "2.0", "Unsupported SPEKE version")
    expect(root.get("contentId"), "Missing CPIX@contentId")
    expect(root.get("version") == "2.3", "Unsupported CPIX@version")
    expect(root.get("id") is None, "CPIX@id")
    expect(SPEKE not in etree.tostring(root).decode(), "the namespace of SPEKE v1")
    for key in root.iter(name("cpix", "ContentKey")):
        expect(key.get("commonEncryptionScheme"), f"Missing ContentKey@commonEncryptionScheme for KID {key.get('kid')}")
        expect(len(key) == 0, "a request with a key in it")
    check_systems(root)
    check_contract(root)


def check_systems(root: etree._Element) -> None:
    seen = set()
    for system in root.iter(name("cpix", "DRMSystem")):
        pair = (system.get("systemId"), system.get("kid"))
        expect(KID.match(pair[0]) and pair not in seen, f"systemId {pair[0]}")
        seen.add(pair)
        expect(pair[0] != CLEAR_1, "the clear key system of SPEKE v1")
        playlists = [each.get("playlist") for each in system.findall("cpix:HLSSignalingData", NAMES)]
        expect(playlists == ["media", "master"], f"HLSSignalingData: {playlists}")
        if pair[0] in (FAIRPLAY, CLEAR_2):
            expect(system.find("cpix:PSSH", NAMES) is None, "PSSH for a system that has none")
        expect(not "".join(system.itertext()).strip(), "an element that is not empty")


def check_contract(root: etree._Element) -> None:
    """The encryption contract: each key has rules, types are unique in a period, filters are as many as type's parts."""
    rules = list(root.iter(name("cpix", "ContentKeyUsageRule")))
    expect({each.get("kid") for each in rules} == set(kids(root)), "a key without a rule")
    types = set()
    for rule in rules:
        kind = rule.get("intendedTrackType")
        periods = tuple(each.get("periodId") for each in rule.findall("cpix:KeyPeriodFilter", NAMES))
        expect(kind and (kind, periods) not in types, f"intendedTrackType {kind} twice")
        types.add((kind, periods))
        filters = rule.findall("cpix:VideoFilter", NAMES) + rule.findall("cpix:AudioFilter", NAMES)
        if kind == "ALL":
            expect(len(filters) == 2 and not any(each.attrib for each in filters), "the filters of ALL")
            expect(len({each.tag for each in filters}) == 2, "the filters of ALL")
        else:
            expect(len(filters) == len(kind.split("+")), f"{len(filters)} filters for {kind}")


def check_1(root: etree._Element, headers) -> None:
    expect(headers.get("X-Speke-Version") is None, "X-Speke-Version in a request of version 1")
    expect(root.get("id") and root.get("contentId") is None, "Missing CPIX@id")
    expect(root.nsmap.get("speke") == SPEKE, "no namespace of SPEKE")
    expect(len(kids(root)) == 1, "more than one key")
    for system in root.iter(name("cpix", "DRMSystem")):
        expect(system.get("systemId") != CLEAR_2, "the clear key system of SPEKE v2")
        children = {each.tag for each in system}
        wanted = {name("cpix", "URIExtXKey"), name("speke", "KeyFormat"), name("speke", "KeyFormatVersions")}
        expect(wanted <= children, "elements to fill are missing")


def recipient(root: etree._Element) -> bytes | None:
    """The certificate that keys are to be encrypted to, DER; nothing where they are wanted in the clear."""
    found = root.find("cpix:DeliveryDataList/cpix:DeliveryData/cpix:DeliveryKey/ds:X509Data/ds:X509Certificate", NAMES)
    return None if found is None else base64.b64decode(found.text)
