"""Writes the schemas of the three dialects of CPIX from one description, so that what they share stays the same.

The description is of our own words, after the text of CPIX 2.3 and 2.4 and AWS's of SPEKE v2.
"""

from pathlib import Path

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:cpix="urn:dashif:org:cpix"
    xmlns:pskc="urn:ietf:params:xml:ns:keyprov:pskc" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"
    targetNamespace="urn:dashif:org:cpix" elementFormDefault="qualified">
  <xs:import namespace="http://www.w3.org/2000/09/xmldsig#" schemaLocation="{folder}/ds.xsd"/>
  <xs:import namespace="urn:ietf:params:xml:ns:keyprov:pskc" schemaLocation="{folder}/pskc.xsd"/>
  <xs:simpleType name="UUID"><xs:restriction base="xs:string">
    <xs:pattern value="[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}"/>
  </xs:restriction></xs:simpleType>
  <xs:simpleType name="IV"><xs:restriction base="xs:base64Binary"><xs:length value="16"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="FourCC"><xs:restriction base="xs:string"><xs:length value="4"/></xs:restriction></xs:simpleType>
  <xs:simpleType name="Playlist"><xs:restriction base="xs:string">
    <xs:enumeration value="{multivariant}"/><xs:enumeration value="media"/>
  </xs:restriction></xs:simpleType>
"""


def attribute(name, kind, required=False):
    return f'<xs:attribute name="{name}" type="{kind}"' + (' use="required"' if required else "") + "/>"


def element(name, kind, least=1, most=1):
    return f'<xs:element name="{name}" type="{kind}" minOccurs="{least}" maxOccurs="{most}"/>'


def complex_type(name, elements="", attributes=""):
    sequence = f"<xs:sequence>{elements}</xs:sequence>" if elements else ""
    return f'  <xs:complexType name="{name}">{sequence}{attributes}</xs:complexType>\n'


def list_of(name):
    return complex_type(name + "List", element(name, "cpix:" + name, 1, "unbounded"))


def schema(dialect, folder):
    is24, is_speke = dialect == "cpix-2.4", dialect == "speke-2"
    text = HEAD.format(folder=folder, multivariant="multiVariant" if is24 else "master")
    other = '<xs:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="unbounded"/>'
    several = "unbounded" if is24 else 1

    if is_speke:
        text += complex_type("MACKey", '<xs:element ref="pskc:EncryptedValue"/>')
        text += complex_type("MACMethod", element("Key", "cpix:MACKey"), attribute("Algorithm", "xs:anyURI", True))
    mac = "cpix:MACMethod" if is_speke else "pskc:MACMethod"
    text += complex_type(
        "DocumentKey", element("Data", "pskc:KeyData"),
        attribute("encryptsKey", "cpix:UUID") if is24 else attribute("Algorithm", "xs:anyURI", True))
    text += complex_type(
        "DeliveryData",
        element("DeliveryKey", "ds:KeyInfo") + element("DocumentKey", "cpix:DocumentKey", 1, several)
        + element("MACMethod", mac, 0), attribute("id", "xs:ID") + attribute("name", "xs:string"))

    scheme = attribute("commonEncryptionScheme", "xs:string" if is24 else "cpix:FourCC", is_speke)
    key = attribute("kid", "cpix:UUID", True) + attribute("explicitIV", "cpix:IV") + scheme
    if not is_speke:
        key += attribute("dependsOnKey", "cpix:UUID")
    if is24:
        key += attribute("contentId", "xs:string")
        text += complex_type("HDCPData", "", attribute("HLSHDCPLevel", "xs:string"))
    hdcp = element("HDCPData", "cpix:HDCPData", 0) if is24 else ""
    text += complex_type("ContentKey", hdcp + element("Data", "pskc:KeyData", 0), key)

    text += ('  <xs:complexType name="HLSSignalingData"><xs:simpleContent><xs:extension base="xs:base64Binary">'
             + attribute("playlist", "cpix:Playlist", is_speke)
             + "</xs:extension></xs:simpleContent></xs:complexType>\n")
    old = element("URIExtXKey", "xs:base64Binary", 0) if dialect == "cpix-2.3" else ""
    text += complex_type(
        "DRMSystem",
        element("PSSH", "xs:base64Binary", 0) + element("ContentProtectionData", "xs:base64Binary", 0) + old
        + element("HLSSignalingData", "cpix:HLSSignalingData", 0, 2) + ("" if is_speke else other),
        attribute("systemId", "cpix:UUID", True) + attribute("kid", "cpix:UUID", True)
        + attribute("name", "xs:string") + (attribute("HLSAllowedCPC", "xs:string") if is24 else ""))

    times = {"cpix-2.3": [("start", "dateTime"), ("end", "dateTime")], "speke-2": []}.get(dialect, [
        ("start", "dateTime"), ("end", "dateTime"), ("startOffset", "duration"), ("endOffset", "duration"),
        ("duration", "duration"), ("label", "string")])
    text += complex_type(
        "ContentKeyPeriod", "", attribute("id", "xs:ID", True) + attribute("index", "xs:integer", is_speke)
        + "".join(attribute(name, "xs:" + kind) for name, kind in times))

    integers = lambda *names: "".join(attribute(name, "xs:integer") for name in names)
    text += complex_type("KeyPeriodFilter", "", attribute("periodId", "xs:IDREF", True))
    text += complex_type("LabelFilter", "", attribute("label", "xs:string", True))
    text += complex_type("VideoFilter", "", integers("minPixels", "maxPixels", "minFps", "maxFps")
                         + attribute("hdr", "xs:boolean") + attribute("wcg", "xs:boolean"))
    text += complex_type("AudioFilter", "", integers("minChannels", "maxChannels"))
    text += complex_type("BitrateFilter", "", integers("minBitrate", "maxBitrate"))
    filters = ["KeyPeriodFilter", "LabelFilter", "VideoFilter", "AudioFilter", "BitrateFilter"]
    text += complex_type(
        "ContentKeyUsageRule", "".join(element(name, "cpix:" + name, 0, "unbounded") for name in filters),
        attribute("kid", "cpix:UUID", True) + attribute("intendedTrackType", "xs:string", is_speke))

    names = ["DeliveryData", "ContentKey", "DRMSystem", "ContentKeyPeriod", "ContentKeyUsageRule"]
    text += "".join(list_of(name) for name in names)
    lists = "".join(element(name + "List", f"cpix:{name}List", 0) for name in names)
    document = attribute("contentId", "xs:string", is_speke) + attribute("version", "xs:string", True)
    if not is_speke:
        document += attribute("id", "xs:ID")
    text += complex_type(
        "CPIX", lists + '<xs:element ref="ds:Signature" minOccurs="0" maxOccurs="unbounded"/>', document)
    return text + '  <xs:element name="CPIX" type="cpix:CPIX"/>\n</xs:schema>\n'


def write(target):
    """Writes DIALECT.xsd for each dialect into `target`, and returns their paths by dialect."""
    folder = Path(__file__).resolve().parent / "schemas"
    paths = {}
    for dialect in ["cpix-2.3", "cpix-2.4", "speke-2"]:
        paths[dialect] = Path(target) / f"{dialect}.xsd"
        paths[dialect].write_text(schema(dialect, folder.as_uri()))
    return paths
