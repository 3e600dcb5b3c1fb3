#!/usr/bin/env bash
# dkimpy 1.1.4 (Debian 12) refuses a valid DKIM signature if the key's record names, beside e-mail, another service that the key is for:
# `s=email:other`. RFC 6376 (3.6.1) makes that tag a list, as the record's `h` and `t`, which dkimpy does read as lists. The error speaks of an
# unknown type of key and is raised with None for it. One would expect the signature to hold, as with s=email, with s=* and without s.
# Seen: no s, s=email, s=*, h=sha1:sha256, t=y:s: valid; s=email:other and s=other:email: UnknownKeyTypeError.
# Needs Debian 12 with apt, python3 and openssl. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
apt-get download -qq python3-dkim=1.1.4-1 python3-dnspython=2.3.0-1+deb12u1
for package in ./*.deb; do dpkg -x "$package" root; done
openssl genrsa -traditional -out key.pem 2048 2> /dev/null
openssl rsa -in key.pem -pubout -outform DER 2> /dev/null | base64 -w 0 > public.txt

cat > seen.py << 'PYTHON'
import sys
import dkim

public = open("public.txt").read()
mail = b"From: Ada <ada@tea.example>\r\nTo: bob@example.com\r\nSubject: Your order\r\n\r\nThank you.\r\n"
signed = dkim.sign(mail, b"s1", b"tea.example", open("key.pem", "rb").read()) + mail

def seen(tags):
    record = f"v=DKIM1; k=rsa; {tags}p={public}".encode()
    try:
        return str(dkim.DKIM(signed).verify(dnsfunc=lambda name, timeout=5: record))
    except dkim.DKIMException as error:
        return type(error).__name__

changed = False
for tags, expected in [
    ("", "True"),
    ("s=email; ", "True"),
    ("s=*; ", "True"),
    ("h=sha1:sha256; ", "True"),
    ("t=y:s; ", "True"),
    ("s=email:other; ", "UnknownKeyTypeError"),
    ("s=other:email; ", "UnknownKeyTypeError"),
]:
    answer = seen(tags)
    print(f"v=DKIM1; k=rsa; {tags}p=…: {answer}")
    if answer != expected:
        print("CHANGED: it was", expected)
        changed = True
sys.exit(changed)
PYTHON
PYTHONPATH=$work/root/usr/lib/python3/dist-packages python3 seen.py
