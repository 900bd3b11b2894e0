"""Reads CPIX documents without any code of fairlead: what they say, in the form in which CPIXTool says it."""

import base64

from cryptography import x509
from cryptography.hazmat.primitives import hashes, hmac, padding
from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree

from made_documents import NAMES

NAMESPACES = {**NAMES, "xenc": NAMES["enc"]}


def find(element, path):
    return element.xpath(path, namespaces=NAMESPACES)


def octets(element):
    return base64.b64decode("".join((element.text or "").split()), validate=True)


def encrypted(element, algorithm):
    (method,) = find(element, "xenc:EncryptionMethod")
    assert method.get("Algorithm") == NAMES["enc"] + algorithm, method.get("Algorithm")
    (value,) = find(element, "xenc:CipherData/xenc:CipherValue")
    return octets(value)


class Keys:
    """The document key and the key of the codes that a private key opens."""

    def __init__(self, root, certificate, private_key):
        oaep = rsa_padding.OAEP(rsa_padding.MGF1(hashes.SHA1()), hashes.SHA1(), None)
        for delivery in find(root, "cpix:DeliveryDataList/cpix:DeliveryData"):
            (text,) = find(delivery, "cpix:DeliveryKey/ds:X509Data/ds:X509Certificate")
            found = x509.load_der_x509_certificate(octets(text))
            if found.public_bytes(Encoding.DER) != certificate.public_bytes(Encoding.DER):
                continue
            (value,) = find(delivery, "cpix:DocumentKey/cpix:Data/pskc:Secret/pskc:EncryptedValue")
            self.document = private_key.decrypt(encrypted(value, "rsa-oaep-mgf1p"), oaep)
            (method,) = find(delivery, "cpix:MACMethod")
            assert method.get("Algorithm") == "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"
            (value,) = find(method, "pskc:MACKey | cpix:Key/pskc:EncryptedValue")
            self.mac = private_key.decrypt(encrypted(value, "rsa-oaep-mgf1p"), oaep)
            assert len(self.document) == 32 and len(self.mac) == 64
            return
        raise AssertionError("no delivery for the recipient")

    def open(self, secret):
        (value,) = find(secret, "pskc:EncryptedValue")
        data = encrypted(value, "aes256-cbc")
        (code,) = find(secret, "pskc:ValueMAC")
        check = hmac.HMAC(self.mac, hashes.SHA512())
        check.update(data)
        check.verify(octets(code))
        decryptor = Cipher(algorithms.AES(self.document), modes.CBC(data[:16])).decryptor()
        padded = decryptor.update(data[16:]) + decryptor.finalize()
        assert len(padded) == 32
        unpadder = padding.PKCS7(128).unpadder()
        return unpadder.update(padded) + unpadder.finalize()


def read(data, keys=None):
    """What CPIXTool would print of `data`."""
    root = etree.fromstring(data)
    assert root.tag == f"{{{NAMES['cpix']}}}CPIX", root.tag
    return {
        "contentID": root.get("contentId"), "version": root.get("version"),
        "keys": [content_key(root, element, keys) for element in find(root, "cpix:ContentKeyList/cpix:ContentKey")],
        "systems": [system(element) for element in find(root, "cpix:DRMSystemList/cpix:DRMSystem")],
        "periods": [f'{element.get("id")} {element.get("index")}'
                    for element in find(root, "cpix:ContentKeyPeriodList/cpix:ContentKeyPeriod")],
        "rules": [rule(element) for element in find(root, "cpix:ContentKeyUsageRuleList/cpix:ContentKeyUsageRule")],
    }


def present(**values):
    return {name: value for name, value in values.items() if value is not None}


def content_key(root, element, keys):
    iv = element.get("explicitIV")
    result = present(
        kid=element.get("kid"), contentID=element.get("contentId") or root.get("contentId"),
        iv=base64.b64decode(iv).hex() if iv else None, scheme=element.get("commonEncryptionScheme"))
    (secret,) = find(element, "cpix:Data/pskc:Secret")
    if keys:
        assert not find(secret, "pskc:PlainValue")
        return {**result, "key": keys.open(secret).hex(), "form": "encrypted"}
    (value,) = find(secret, "pskc:PlainValue")
    return {**result, "key": octets(value).hex(), "form": "plain"}


def system(element):
    def one(path, decode):
        found = find(element, path)
        assert len(found) <= 1
        return decode(octets(found[0])) if found else None

    return present(
        systemID=element.get("systemId"), kid=element.get("kid"), pssh=one("cpix:PSSH", bytes.hex),
        contentProtectionData=one("cpix:ContentProtectionData", bytes.decode),
        keyURI=one("cpix:URIExtXKey", bytes.decode),
        keyFormat=one("speke:KeyFormat", bytes.decode), keyFormatVersions=one("speke:KeyFormatVersions", bytes.decode),
        media=one("cpix:HLSSignalingData[@playlist='media']", lines),
        multivariant=one("cpix:HLSSignalingData[@playlist='master' or @playlist='multiVariant']", lines))


def lines(data):
    assert not data.startswith(b"\xef\xbb\xbf")
    return data.decode().split("\n")


def rule(element):
    def words(filter_name, names):
        return [" ".join(found.get(name, "-") for name in names)
                for found in find(element, f"cpix:{filter_name}")]

    return present(
        kid=element.get("kid"), trackType=element.get("intendedTrackType"),
        periods=[found.get("periodId") for found in find(element, "cpix:KeyPeriodFilter")],
        labels=[found.get("label") for found in find(element, "cpix:LabelFilter")],
        video=words("VideoFilter", ["minPixels", "maxPixels", "minFps", "maxFps", "hdr", "wcg"]),
        audio=words("AudioFilter", ["minChannels", "maxChannels"]),
        bitrates=words("BitrateFilter", ["minBitrate", "maxBitrate"]), unknown=[])
