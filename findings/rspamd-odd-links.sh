#!/usr/bin/env bash
# Rspamd 3.4 (Debian 12) adds URI_COUNT_ODD (1.0 point) to a multipart/alternative mail whose text and HTML parts have the very same links, if
# their number is odd: its rule expects every link twice, but a link that stands in both parts is counted once. So one link in each part, as in
# most mail about an order, costs a point, and a second link takes it away again.
# Seen: "1 link(s), each in both parts: Score: 4.40 / 15.00; URI_COUNT_ODD: yes", with 2 links 3.40 and no, with 3 as with 1, with 4 as with 2.
# Needs Debian 12 on amd64 with apt, and python3. Installs nothing: the packages are unpacked into a temporary folder.
set -euo pipefail

work=$(mktemp -d)
pid=
finish() {
  if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
chmod 755 "$work"
cd "$work"

luajit=2.1.0~beta3+git20220320+dfsg-4.1+deb12u1
apt-get download -qq rspamd=3.4-1 libhyperscan5=5.4.0-2 "libluajit-5.1-2=$luajit" "libluajit-5.1-common=$luajit"
for package in ./*.deb; do dpkg -x "$package" root; done
root=$work/root
mkdir db run log
export LD_LIBRARY_PATH=$root/usr/lib/rspamd:$root/usr/lib/x86_64-linux-gnu
"$root/usr/bin/rspamd" --version | head -1

settings=$root/etc/rspamd/local.d
echo 'dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; } disable_hyperscan = true;' > "$settings/options.inc"
echo 'bind_socket = "127.0.0.1:21933";' > "$settings/worker-normal.inc"
for worker in controller proxy fuzzy; do echo 'enabled = false;' > "$settings/worker-$worker.inc"; done
for module in rbl surbl fuzzy_check phishing; do echo 'enabled = false;' > "$settings/$module.conf"; done
share=$root/usr/share/rspamd
"$root/usr/bin/rspamd" -f -i -c "$root/etc/rspamd/rspamd.conf" --var=CONFDIR="$root/etc/rspamd" --var=LOCAL_CONFDIR="$root/etc/rspamd" \
  --var=SHAREDIR="$share" --var=RULESDIR="$share/rules" --var=LUALIBDIR="$share/lualib" --var=PLUGINSDIR="$share/plugins" \
  --var=WWWDIR="$share/www" --var=DBDIR="$work/db" --var=RUNDIR="$work/run" --var=LOGDIR="$work/log" > out 2>&1 &
pid=$!
for _ in $(seq 120); do
  if (exec 3<> /dev/tcp/127.0.0.1/21933) 2>/dev/null; then break; fi
  sleep 1
done

mail() {
  python3 - "$1" << 'PYTHON'
import sys
from email.message import EmailMessage
mail = EmailMessage()
mail["From"], mail["To"], mail["Subject"] = "Ada <hello@ada.example>", "bob@example.com", "Your order"
mail["Message-ID"], mail["Date"] = "<1001@ada.example>", "Mon, 04 May 2026 09:30:00 +0000"
links = [f"https://shop.example/{at}" for at in range(int(sys.argv[1]))]
mail.set_content("Thank you for your order.\n\n" + "".join(f"Link: {link}\n" for link in links))
html = "".join(f'<p><a href="{link}">Link</a></p>' for link in links)
mail.add_alternative("<p>Thank you for your order.</p>" + html, subtype="html")
sys.stdout.buffer.write(mail.as_bytes())
PYTHON
}

for links in 1 2 3 4; do
  mail "$links" > mail.eml
  answer=$("$root/usr/bin/rspamc" -h 127.0.0.1:21933 symbols mail.eml)
  found=$(grep -c '^Symbol: URI_COUNT_ODD' <<< "$answer" || true)
  echo "$links link(s), each in both parts: $(grep '^Score' <<< "$answer"); URI_COUNT_ODD: $([ "$found" = 1 ] && echo yes || echo no)"
  [ "$found" = $((links % 2)) ] || { echo "CHANGED"; cat out; exit 1; }
done
