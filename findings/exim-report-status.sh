#!/usr/bin/env bash
# Exim 4.96 (Debian 12) writes "Status: 5.0.0" into each report of a mail that it could not deliver (RFC 3464), whatever code the receiving server
# gave it, and right beside that code in Diagnostic-Code: an unknown address, a full mailbox and a refusal by policy have one status. One would
# expect 5.1.1, 5.2.2 and 5.7.1, as in the server's answers and as Postfix writes; RFC 3464 (2.3.4) has programs read the status, and leaves the
# other field to people.
# Seen: 550 5.1.1, 552 5.2.2 and 550 5.7.1 in Diagnostic-Code, and Status: 5.0.0 with each.
# Needs Debian 12 on amd64 with apt, python3, and root (Exim takes a configuration of one's own from no other). Installs nothing: the packages are
# unpacked into a temporary folder.
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

apt-get download -qq exim4-daemon-light=4.96-15+deb12u11 libidn12=1.41-1
for package in ./*.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$work/root/usr/lib/x86_64-linux-gnu
mkdir spool log mail
chown nobody:nogroup spool log mail

# A server for the recipients' domain, which refuses each in its own way.
cat > server.py << 'PYTHON'
import socketserver

answers = {"unknown": "550 5.1.1 No such user", "full": "552 5.2.2 Mailbox full", "refused": "550 5.7.1 Refused by policy"}

class Session(socketserver.StreamRequestHandler):
    def answer(self, text):
        self.wfile.write(f"{text}\r\n".encode())

    def handle(self):
        self.answer("220 mx.people.example")
        while line := self.rfile.readline().decode():
            command = line[:4].upper()
            if command == "RCPT":
                self.answer(answers[line.split("<")[1].split("@")[0]])
            elif command == "EHLO":
                self.answer("250-mx.people.example\r\n250 ENHANCEDSTATUSCODES")
            else:
                self.answer("221 Bye" if command == "QUIT" else "250 OK")

with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
    print(server.server_address[1], flush=True)
    server.serve_forever()
PYTHON
python3 server.py > port &
pid=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done

cat > exim.conf << CONFIGURATION
primary_hostname = relay.example
spool_directory = $work/spool
log_file_path = $work/log/%slog
exim_user = nobody
exim_group = nogroup
keep_environment = LD_LIBRARY_PATH
begin routers
back:
  driver = accept
  domains = shop.example
  transport = file
out:
  driver = manualroute
  domains = people.example
  transport = out
  route_list = * 127.0.0.1
  self = send
begin transports
file:
  driver = appendfile
  file = $work/mail/back
  user = nobody
out:
  driver = smtp
  port = $(cat port)
  allow_localhost
  hosts_avoid_tls = *
begin retry
* * F,1h,10m
CONFIGURATION

while IFS='|' read -r recipient code; do
  rm -f mail/back
  printf 'From: Ada <ada@shop.example>\nTo: %s@people.example\nSubject: Your order\n\nThank you.\n' "$recipient" |
    "$work/root/usr/sbin/exim4" -C "$work/exim.conf" -odi -f ada@shop.example "$recipient@people.example" 2> errors
  for _ in $(seq 100); do
    if [ -s mail/back ]; then break; fi
    sleep 0.1
  done
  diagnostic=$(sed -n 's/^Diagnostic-Code: smtp; //p' mail/back)
  status=$(sed -n 's/^Status: //p' mail/back)
  echo "$recipient: Diagnostic-Code: $diagnostic; Status: $status"
  [[ $diagnostic == "$code "* && $status == 5.0.0 ]] || { echo "CHANGED: it was $code with 5.0.0"; cat errors; exit 1; }
done << 'RECIPIENTS'
unknown|550 5.1.1
full|552 5.2.2
refused|550 5.7.1
RECIPIENTS
