"""Makes CPIX documents as other implementations do, in all dialects and shapes, from one description of what they say."""

import base64
import copy
import os

from cryptography.hazmat.primitives import hashes, hmac, padding
from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from lxml import etree

CPIX = "urn:dashif:org:cpix"
PSKC = "urn:ietf:params:xml:ns:keyprov:pskc"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
SPEKE = "urn:aws:amazon:com:speke"
NAMES = {"cpix": CPIX, "pskc": PSKC, "ds": DS, "enc": XENC, "speke": SPEKE}

FAIRPLAY = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
WIDEVINE = "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"

VIDEO = {
    "kid": "5f2c6a1e-0b0d-4c59-8a53-6d0f1a2b3c4d", "key": "00112233445566778899aabbccddeeff",
    "iv": "f0e0d0c0b0a090807060504030201000", "scheme": "cbcs",
}
AUDIO = {
    "kid": "a1b2c3d4-e5f6-4789-8abc-def012345678", "key": "0123456789abcdeffedcba9876543210",
    "iv": "000102030405060708090a0b0c0d0e0f", "scheme": "cbcs",
}


def key_line(tag, kid):
    return (f'#EXT-X-{tag}:METHOD=SAMPLE-AES,URI="skd://keys/{kid}?a=1&b=<2>",'
            'KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1"')


def description():
    """What the documents say; dialects leave out what they cannot."""
    systems = []
    for key in (VIDEO, AUDIO):
        systems.append({"system": FAIRPLAY, "kid": key["kid"],
                        "media": [key_line("KEY", key["kid"]), "#EXT-X-VENDOR:é=1"],
                        "multivariant": [key_line("SESSION-KEY", key["kid"])]})
        systems.append({"system": WIDEVINE, "kid": key["kid"], "pssh": bytes(range(40)).hex(),
                        "data": "<pssh xmlns=\"urn:mpeg:cenc:2013\">AAAA</pssh>"})
    return {
        "content": "movie & <é> 42", "keys": [copy.deepcopy(VIDEO), copy.deepcopy(AUDIO)], "systems": systems,
        "periods": [{"id": "period_1", "index": "1"}, {"id": "period_2", "index": "2"}],
        "rules": [
            {"kid": VIDEO["kid"], "type": "HD", "periods": ["period_1", "period_2"],
             "video": [{"minPixels": "1", "maxPixels": "2073600", "hdr": "false"}, {"minFps": "30", "maxFps": "60"}]},
            {"kid": AUDIO["kid"], "type": "AUDIO", "audio": [{"minChannels": "1", "maxChannels": "2"}]},
        ],
    }


def b64(data):
    return base64.b64encode(data).decode()


def broken_lines(text, width=19):
    """Base64 as some write it: in lines, indented."""
    return "\n      " + "\n\t ".join(text[i:i + width] for i in range(0, len(text), width)) + "\r\n".replace("\r", "") + "  "


class Encryption:
    """Keys of one document, for recipients; `shape` is that of the key of the authentication codes."""

    def __init__(self, certificates, shape="schema"):
        self.certificates, self.shape = certificates, shape
        self.document_key, self.mac_key = os.urandom(32), os.urandom(64)

    def wrapped(self, parent, certificate, secret):
        oaep = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
        self.value(parent, XENC + "rsa-oaep-mgf1p", certificate.public_key().encrypt(secret, oaep))

    @staticmethod
    def value(parent, algorithm, data):
        method = etree.SubElement(parent, f"{{{XENC}}}EncryptionMethod")
        method.set("Algorithm", algorithm)
        cipher = etree.SubElement(parent, f"{{{XENC}}}CipherData")
        etree.SubElement(cipher, f"{{{XENC}}}CipherValue").text = b64(data)

    def deliveries(self, root, kids, is24):
        from cryptography.hazmat.primitives.serialization import Encoding
        deliveries = etree.SubElement(root, f"{{{CPIX}}}DeliveryDataList")
        for certificate in self.certificates:
            delivery = etree.SubElement(deliveries, f"{{{CPIX}}}DeliveryData")
            data = etree.SubElement(etree.SubElement(delivery, f"{{{CPIX}}}DeliveryKey"), f"{{{DS}}}X509Data")
            etree.SubElement(data, f"{{{DS}}}X509Certificate").text = broken_lines(
                b64(certificate.public_bytes(Encoding.DER)), 64)
            key = etree.SubElement(delivery, f"{{{CPIX}}}DocumentKey")
            if is24:
                key.set("encryptsKey", " ".join(kids))
            else:
                key.set("Algorithm", XENC + "aes256-cbc")
            secret = etree.SubElement(etree.SubElement(key, f"{{{CPIX}}}Data"), f"{{{PSKC}}}Secret")
            self.wrapped(etree.SubElement(secret, f"{{{PSKC}}}EncryptedValue"), certificate, self.document_key)
            method = etree.SubElement(delivery, f"{{{CPIX}}}MACMethod")
            method.set("Algorithm", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512")
            holder = etree.SubElement(method, f"{{{PSKC}}}MACKey" if self.shape == "schema" else f"{{{CPIX}}}Key")
            if self.shape == "speke":
                holder = etree.SubElement(holder, f"{{{PSKC}}}EncryptedValue")
            self.wrapped(holder, certificate, self.mac_key)

    def content_key(self, secret, key):
        padder = padding.PKCS7(128).padder()
        padded = padder.update(key) + padder.finalize()
        iv = os.urandom(16)
        encryptor = Cipher(algorithms.AES(self.document_key), modes.CBC(iv)).encryptor()
        data = iv + encryptor.update(padded) + encryptor.finalize()
        self.value(etree.SubElement(secret, f"{{{PSKC}}}EncryptedValue"), XENC + "aes256-cbc", data)
        code = hmac.HMAC(self.mac_key, hashes.SHA512())
        code.update(data)
        etree.SubElement(secret, f"{{{PSKC}}}ValueMAC").text = b64(code.finalize())


# How each dialect spells things. `order`: of the lists behind the keys.
DIALECTS = {
    "2.3": {"multivariant": "master", "id": "contentId", "version": "2.3"},
    "2.4": {"multivariant": "multiVariant", "id": "contentId", "version": "2.4"},
    "2.4 with an id a key": {"multivariant": "multiVariant", "id": "key", "version": "2.4"},
    "speke v2": {"multivariant": "master", "id": "contentId", "version": "2.3"},
    "speke v1": {"uri": True, "id": "id", "version": None},
    "vendor": {"multivariant": "master", "media": None, "id": "id", "version": None, "upper": True,
               "order": ["periods", "rules", "systems"], "broken": True},
}


def make(said, dialect, encryption=None, prefix="cpix"):
    """The root element of a document."""
    style = DIALECTS[dialect]
    names = {prefix or None: CPIX, "pskc": PSKC, "ds": DS, "enc": XENC, "speke": SPEKE}
    root = etree.Element(f"{{{CPIX}}}CPIX", nsmap=names)
    if style["id"] in ("id", "contentId"):
        root.set(style["id"], said["content"])
    if style["version"]:
        root.set("version", style["version"])
    base64_text = broken_lines if style.get("broken") else lambda text: text
    case = str.upper if style.get("upper") else str.lower
    if encryption:
        encryption.deliveries(root, [key["kid"] for key in said["keys"]], style["version"] == "2.4")
    keys = etree.SubElement(root, f"{{{CPIX}}}ContentKeyList")
    for key in said["keys"]:
        element = etree.SubElement(keys, f"{{{CPIX}}}ContentKey", kid=case(key["kid"]))
        if key.get("iv"):
            element.set("explicitIV", b64(bytes.fromhex(key["iv"])))
        if key.get("scheme"):
            element.set("commonEncryptionScheme", key["scheme"])
        if key.get("root"):
            element.set("dependsOnKey", key["root"])
        elif style["id"] == "key":
            element.set("contentId", key.get("content", said["content"]))
        secret = etree.SubElement(etree.SubElement(element, f"{{{CPIX}}}Data"), f"{{{PSKC}}}Secret")
        if encryption:
            encryption.content_key(secret, bytes.fromhex(key["key"]))
        else:
            etree.SubElement(secret, f"{{{PSKC}}}PlainValue").text = base64_text(b64(bytes.fromhex(key["key"])))
    makers = {"systems": systems, "periods": periods, "rules": rules}
    for name in style.get("order", ["systems", "periods", "rules"]):
        makers[name](root, said, style, case, base64_text)
    return root


def systems(root, said, style, case, base64_text):
    parent = etree.SubElement(root, f"{{{CPIX}}}DRMSystemList")
    for system in said["systems"]:
        element = etree.SubElement(parent, f"{{{CPIX}}}DRMSystem", systemId=case(system["system"]), kid=case(system["kid"]))
        if "pssh" in system:
            etree.SubElement(element, f"{{{CPIX}}}PSSH").text = base64_text(b64(bytes.fromhex(system["pssh"])))
        if "data" in system:
            etree.SubElement(element, f"{{{CPIX}}}ContentProtectionData").text = b64(system["data"].encode())
        if style.get("uri"):
            if "media" in system:
                etree.SubElement(element, f"{{{CPIX}}}URIExtXKey").text = b64(b"skd://keys/" + system["kid"].encode())
                etree.SubElement(element, f"{{{SPEKE}}}KeyFormat").text = b64(b"com.apple.streamingkeydelivery")
                etree.SubElement(element, f"{{{SPEKE}}}KeyFormatVersions").text = b64(b"1")
            continue
        for name, playlist in (("multivariant", style["multivariant"]), ("media", style.get("media", "media"))):
            if name in system:
                data = etree.SubElement(element, f"{{{CPIX}}}HLSSignalingData")
                if playlist:
                    data.set("playlist", playlist)
                data.text = base64_text(b64("\r\n".join(system[name]).encode() + b"\n"))


def periods(root, said, style, case, base64_text):
    parent = etree.SubElement(root, f"{{{CPIX}}}ContentKeyPeriodList")
    for period in said["periods"]:
        etree.SubElement(parent, f"{{{CPIX}}}ContentKeyPeriod", **period)


def rules(root, said, style, case, base64_text):
    parent = etree.SubElement(root, f"{{{CPIX}}}ContentKeyUsageRuleList")
    for rule in said["rules"]:
        element = etree.SubElement(parent, f"{{{CPIX}}}ContentKeyUsageRule", kid=case(rule["kid"]))
        if rule.get("type"):
            element.set("intendedTrackType", rule["type"])
        for name, attributes in (
                [("KeyPeriodFilter", {"periodId": period}) for period in rule.get("periods", [])]
                + [("LabelFilter", {"label": label}) for label in rule.get("labels", [])]
                + [("VideoFilter", video) for video in rule.get("video", [])]
                + [("AudioFilter", audio) for audio in rule.get("audio", [])]):
            etree.SubElement(element, f"{{{CPIX}}}{name}", **attributes)


def signature_template(root, certificate, uri="", canonical="http://www.w3.org/2006/12/xml-c14n11", digest="512",
                       enveloped=True):
    """Adds what `xmlsec1 --sign` fills in."""
    from cryptography.hazmat.primitives.serialization import Encoding
    sub = lambda parent, name, **attributes: etree.SubElement(parent, f"{{{DS}}}{name}", **attributes)
    signature = sub(root, "Signature")
    info = sub(signature, "SignedInfo")
    sub(info, "CanonicalizationMethod", Algorithm=canonical)
    sub(info, "SignatureMethod", Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha" + digest)
    reference = sub(info, "Reference", URI=uri)
    transforms = sub(reference, "Transforms")
    if enveloped:
        sub(transforms, "Transform", Algorithm=DS + "enveloped-signature")
    sub(transforms, "Transform", Algorithm=canonical)
    sub(reference, "DigestMethod", Algorithm=XENC + "sha" + digest)
    sub(reference, "DigestValue")
    sub(signature, "SignatureValue")
    data = sub(sub(signature, "KeyInfo"), "X509Data")
    sub(data, "X509Certificate").text = b64(certificate.public_bytes(Encoding.DER))


def write(root, path, declaration=True):
    path.write_bytes(etree.tostring(root, xml_declaration=declaration, encoding="UTF-8" if declaration else None))
    return path
