#!/usr/bin/env bash
# The email package of Python 3.11.2 does not read back the sender's name that it wrote itself, if the name has letters beyond ASCII and is long
# enough for two encoded words: it puts a blank between the words, which RFC 2047 (6.2) takes away. The same text as the subject it reads right. One
# would expect a mail of its own to come back as it was made, and names and subjects, encoded by one rule, to be read by one rule.
# Seen: "Café Größenwahn – Tee, Kaffee und Gebäck aus aller Welt" comes back with "Gebäc k" as a name, and unchanged as a subject; "Café Größenwahn"
# is unchanged as both.
# Needs Debian 12 on amd64 with apt. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
version=3.11.2-6+deb12u9
apt-get download -qq "python3.11-minimal=$version" "libpython3.11-minimal=$version" "libpython3.11-stdlib=$version"
for package in ./*.deb; do dpkg -x "$package" root; done

cat > seen.py << 'PYTHON'
import sys
from email import message_from_bytes, policy
from email.headerregistry import Address
from email.message import EmailMessage

cases = [
    ("Café Größenwahn", True),
    ("Café Größenwahn – Tee, Kaffee und Gebäck aus aller Welt", False),
    ("Магазин чая и кофе «Зелёный лист» в Москве", False),
]
changed = False
print("Python", sys.version.split()[0])
for name, expected in cases:
    mail = EmailMessage()
    mail["From"] = Address(name, "ada", "tea.example")
    mail["Subject"] = name
    mail.set_content("Hello")
    read = message_from_bytes(mail.as_bytes(policy=policy.SMTP), policy=policy.default)
    seen = read["From"].addresses[0].display_name
    print(f"{name!r}: as a name {seen!r}, as a subject {str(read['Subject'])!r}")
    if (seen == name) != expected or read["Subject"] != name:
        print("CHANGED: the name was", "unchanged" if expected else "another", "and the subject unchanged")
        changed = True
sys.exit(changed)
PYTHON
PYTHONHOME=$work/root/usr PYTHONUTF8=1 "$work/root/usr/bin/python3.11" seen.py
