"""Names of CPIX and SPEKE documents, and the small things that server and checks share."""

import base64

CPIX = "urn:dashif:org:cpix"
PSKC = "urn:ietf:params:xml:ns:keyprov:pskc"
DS = "http://www.w3.org/2000/09/xmldsig#"
ENC = "http://www.w3.org/2001/04/xmlenc#"
SPEKE = "urn:aws:amazon:com:speke"
NAMES = {"cpix": CPIX, "pskc": PSKC, "ds": DS, "enc": ENC, "speke": SPEKE}

FAIRPLAY = "94ce86fb-07ff-4f43-adb8-93d2fa968ca2"
WIDEVINE = "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
PLAYREADY = "9a04f079-9840-4286-ab92-e65be0885f95"
CLEAR_1 = "81376844-f976-481e-a84e-cc25d39b0b33"
CLEAR_2 = "3ea8778f-7742-4bf9-b18b-e834b2acbd47"
KEY_FORMATS = {
    FAIRPLAY: "com.apple.streamingkeydelivery",
    WIDEVINE: "urn:uuid:" + WIDEVINE,
    PLAYREADY: "com.microsoft.playready",
    CLEAR_1: "identity",
    CLEAR_2: "identity",
}
METHODS = {"cbcs": "SAMPLE-AES", "cenc": "SAMPLE-AES-CTR", "cbc1": "AES-128", None: "SAMPLE-AES"}


def name(prefix: str, local: str) -> str:
    return f"{{{NAMES[prefix]}}}{local}"


def base64_text(data: bytes) -> str:
    return base64.b64encode(data).decode()
